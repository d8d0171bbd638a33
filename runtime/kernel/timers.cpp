#include "kernel/timers.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <cstring>

#include "threads/signals.h"

namespace omc {

long set_timer(const Call& call) {
  bool is_alarm = call.number == SYS_alarm;
  if (!is_alarm && (call.a < ITIMER_REAL || call.a > ITIMER_PROF)) return -EINVAL;
  int signal = is_alarm || call.a == ITIMER_REAL ? SIGALRM
               : call.a == ITIMER_VIRTUAL        ? SIGVTALRM
                                                 : SIGPROF;
  if (!is_alarm && call.c) memset(reinterpret_cast<void*>(call.c), 0, sizeof(itimerval));
  bool runs = call.a;
  if (!is_alarm) {
    if (!call.b) return 0;
    const timeval& until = reinterpret_cast<const itimerval*>(call.b)->it_value;
    runs = until.tv_sec || until.tv_usec;
  }
  set_timer(signal, runs);
  return 0;
}

}  // namespace omc
