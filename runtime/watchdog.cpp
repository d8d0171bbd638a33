#include "watchdog.h"

#include <signal.h>
#include <time.h>

#include <cstring>

#include "bug.h"
#include "scheduler.h"
#include "syscalls.h"

namespace omc {

const int watchdog_signal = 64;  // the last real-time signal

namespace {

constexpr int64_t most_cpu_seconds = 10;
constexpr unsigned most_seconds = 30;  // when it does not even use the processor

uint64_t watched_step;
unsigned seconds_in_step;
int64_t cpu_at_start;

int64_t cpu_seconds() {
  timespec now{};
  raw_syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, as_long(&now));
  return now.tv_sec;
}

// "…, in the statement at file:line"
void explain(const char* what, char* out, size_t capacity) {
  const Place& place = self().place;
  size_t n = 0;
  auto add = [&](const char* text) {
    for (; *text && n + 1 < capacity; text++) out[n++] = *text;
    out[n] = 0;
  };
  add(what);
  if (!place.file) return;
  add(", in the statement at ");
  add(place.file);
  add(":");
  char digits[12];
  int i = sizeof digits - 1;
  digits[i] = 0;
  for (uint32_t line = place.line; line; line /= 10) digits[--i] = static_cast<char>('0' + line % 10);
  add(digits + i);
}

}  // namespace

void start_watchdog() {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = watchdog_signal;
  int timer = 0;
  if (is_error(raw_syscall(SYS_timer_create, CLOCK_MONOTONIC, as_long(&event), as_long(&timer)))) return;
  itimerspec every{{1, 0}, {1, 0}};
  raw_syscall(SYS_timer_settime, timer, 0, as_long(&every), 0);
  seconds_in_step = 0;
}

void watchdog_bites() {
  if (!inside()) return;
  if (watched_step != checker.steps_run || !seconds_in_step) {
    watched_step = checker.steps_run;
    cpu_at_start = cpu_seconds();
    seconds_in_step = 1;
    return;
  }
  seconds_in_step++;
  bool spins = cpu_seconds() - cpu_at_start >= most_cpu_seconds;
  if (!spins && seconds_in_step < most_seconds) return;
  static char text[512];
  explain(spins ? "a step took more than 10 s without coming to another statement"
                : "a step waits for something outside the program for more than 30 s", text, sizeof text);
  hit_limit(Limit::stalled, text);
  leave(Stop::limit);
}

}  // namespace omc
