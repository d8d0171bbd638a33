// Timers: alarm, setitimer, timer_create and timerfd_create, in virtual time. An armed timer may
// expire at any step, once somebody can notice it: a handler, a thread that blocks or awaits the
// signal, a reader of the descriptor. The search chooses when, because each such timer is a thread
// of its own that waits to expire. A signal that nobody handles would end the program. That shows
// nothing which another schedule does not show, so such a timer does not expire.
#pragma once

#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "kernel/syscall.h"
#include "world/signal_state.h"

namespace omc {

// For each: the result as the system call would give it.
long set_alarm(unsigned seconds);
long set_interval_timer(int which, const itimerval* wanted, itimerval* old);
long read_interval_timer(int which, itimerval* out);
long create_timer(int clock, const sigevent* event, int* out);
long set_timer(int id, int flags, const itimerspec* wanted, itimerspec* old);
long read_timer(int id, itimerspec* out);
long read_overrun(int id);
long delete_timer(int id);
long open_timer(int clock, int flags);
long set_timer_of_file(int fd, int flags, const itimerspec* wanted, itimerspec* old);
long read_timer_of_file(int fd, itimerspec* out);

// After these, a timer may have become one whose expiry somebody can notice.
long change_action(int signal, const SignalAction* action, SignalAction* old);
long change_signal_mask(int how, const uint64_t* mask, uint64_t* old);

}  // namespace omc
