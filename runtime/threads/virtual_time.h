// Time as the program sees it: it stands still but for sleeping, so that it is the same in every
// schedule.
#pragma once

#include <time.h>

#include <cstdint>

namespace omc {

void read_time(timespec* out);
// A sleep, or a time limit that expires: time goes on.
void advance_time(const timespec* duration);

// A limit that no clock can show: EINVAL.
inline bool is_invalid_time(const timespec* until) {
  return until && (until->tv_nsec < 0 || until->tv_nsec >= 1'000'000'000);
}

}  // namespace omc
