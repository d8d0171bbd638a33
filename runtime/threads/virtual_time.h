// The program's time. It advances only by sleeping and by time limits that expire, so a schedule
// determines it.
#pragma once

#include <time.h>

#include <cstdint>

namespace omc {

void read_time(timespec* out);
// The time that the program has used: none, unless it waits for that by reading it.
void read_used_time(timespec* out);
// A sleep, or a time limit that expires.
void advance_time(const timespec* duration);

// The functions return EINVAL for such a limit.
inline bool is_invalid_time(const timespec* until) {
  return until && (until->tv_nsec < 0 || until->tv_nsec >= 1'000'000'000);
}

}  // namespace omc
