// Timers of the program (kernel/timers.h).
#pragma once

#include "world/part.h"

namespace omc {

struct Timer {
  bool is_used, is_armed, has_thread;
  bool is_silent;     // SIGEV_NONE: it notifies nobody
  int32_t signal;     // 0: it counts in `counter`
  uint32_t to;        // slot of the thread that gets the signal, and one; 0: the process
  void* counter;      // of a timerfd
  void* value;        // for the handler
  int64_t deadline;   // in the virtual clock
  int64_t interval;   // 0: it expires once
  uint32_t expiries;  // since it was set, up to many_expiries
};
// The first three are those of setitimer, the first of these that of alarm too.
constexpr unsigned interval_timers = 3, max_timers = 32;
constexpr uint32_t many_expiries = 3;

struct Timers {
  Timer list[max_timers];
};

inline Digest digest(const Timer& timer, unsigned number, int64_t now) {
  const auto& [is_used, is_armed, has_thread, is_silent, signal, to, counter, value, deadline,
               interval, expiries] = timer;
  NOT_STATE(is_used, "only those that are have a digest");
  // As a timestamp in memory: by its distance from now.
  int64_t left = is_armed && deadline > now ? deadline - now : 0;
  uint64_t flags = is_armed | has_thread << 1 | is_silent << 2 | uint64_t{expiries} << 8;
  return digest_words({number, flags, static_cast<uint64_t>(signal), to,
                       reinterpret_cast<uint64_t>(counter), reinterpret_cast<uint64_t>(value),
                       static_cast<uint64_t>(left), static_cast<uint64_t>(interval)},
                      0x74696d6572);
}

inline Digest digest(const Timers& timers, int64_t now) {
  const auto& [list] = timers;
  Digest sum;
  for (unsigned i = 0; i < max_timers; i++)
    if (list[i].is_used) sum += digest(list[i], i, now);
  return sum;
}

// A counter is gone, and its timer with it.
inline void drop_timer_of(Timers& timers, const void* counter) {
  for (Timer& timer : timers.list)
    if (timer.is_used && timer.counter == counter)
      timer.is_used = timer.is_armed = false, timer.counter = nullptr;
}

}  // namespace omc
