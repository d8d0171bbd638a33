#include "search/watchdog.h"

#include <signal.h>
#include <time.h>

#include <cstring>

#include "platform/raw_syscall.h"
#include "report/bugs.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {

const int watchdog_signal = 64;  // the last real-time signal

namespace {

constexpr int64_t second = 1'000'000'000;
constexpr int64_t most_cpu = 10 * second;
constexpr unsigned most_idle = 30;  // seconds in which the step used no processor time
// A waiting process uses less than this; a running one uses more, even on a crowded processor.
constexpr int64_t is_idle = second / 500;

uint64_t watched_step;
bool watches;
unsigned idle_seconds;
int64_t cpu_at_start, cpu_last;

int64_t cpu_time() {
  timespec now{};
  raw_syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, as_long(&now));
  return now.tv_sec * second + now.tv_nsec;
}

}  // namespace

void start_watchdog() {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = watchdog_signal;
  int timer = 0;
  if (is_error(raw_syscall(SYS_timer_create, CLOCK_MONOTONIC, as_long(&event), as_long(&timer))))
    return;
  itimerspec every{{1, 0}, {1, 0}};
  raw_syscall(SYS_timer_settime, timer, 0, as_long(&every), 0);
  watches = false;
}

void on_watchdog_signal() {
  if (!entered()) return;
  int64_t now = cpu_time();
  if (watched_step != checker.steps_run || !watches) {
    watched_step = checker.steps_run;
    cpu_at_start = cpu_last = now;
    idle_seconds = 0;
    watches = true;
    return;
  }
  idle_seconds += now - cpu_last < is_idle;
  cpu_last = now;
  bool spins = now - cpu_at_start >= most_cpu;
  if (!spins && idle_seconds < most_idle) return;
  static char text[512];
  describe_place(spins ? "a step took more than 10 s without coming to another statement"
                       : "a step waits for something outside the program for more than 30 s",
                 current_thread(), text, sizeof text);
  stop_incomplete(Incomplete::stalled, text);
  leave(Stop::limit);
}

}  // namespace omc
