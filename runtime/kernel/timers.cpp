#include "kernel/timers.h"

#include <errno.h>
#include <sys/timerfd.h>

#include "kernel/process.h"
#include "kernel/streams.h"
#include "races/happens_before.h"
#include "snapshot/timestamps.h"
#include "steps/step.h"
#include "threads/scheduler.h"
#include "threads/signals.h"
#include "threads/virtual_time.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr int64_t second = 1'000'000'000;
constexpr size_t stack_of_timer = 64 << 10;

Timer& timer_at(uint64_t index) { return world().timers.list[index]; }
int64_t now() { return world().clock.now_ns; }

int64_t nanoseconds(const timespec& time) { return time.tv_sec * second + time.tv_nsec; }
timespec as_timespec(int64_t ns) { return {ns / second, ns % second}; }
timespec as_timespec(const timeval& time) { return {time.tv_sec, time.tv_usec * 1000}; }
timeval as_timeval(const timespec& time) { return {time.tv_sec, time.tv_nsec / 1000}; }

// ---- Expiring ----

// While its last notification is pending, another one makes no difference.
bool can_be_noticed(const Timer& timer) {
  if (timer.is_silent) return false;
  if (timer.counter) return !value_of_counter(timer.counter);
  const Thread* to = timer.to ? thread_in_slot(timer.to - 1) : nullptr;
  return signal_can_be_noticed(to, timer.signal);
}

bool may_expire(const Thread& thread) {
  const Timer& timer = timer_at(thread.pending.value);
  return timer.is_armed && can_be_noticed(timer);
}
const Waiting waiting_to_expire{may_expire};

// A timer that has expired often expires late. Otherwise each of its rounds would be a new state
// for a program that knows when it began.
void advance_clock_to(const Timer& timer) {
  bool is_late = timer.expiries == many_expiries;
  int64_t then = is_late ? timer.deadline + horizon : timer.deadline;
  if (then > now()) world().clock.now_ns = then, world().clock.reads = 0;
}

void expire(Timer& timer) {
  advance_clock_to(timer);
  if (timer.expiries < many_expiries) timer.expiries++;
  timer.is_armed = timer.interval != 0;
  timer.deadline = now() + timer.interval;
  acquire_from(&timer);
  if (timer.counter) {
    value_of_counter(timer.counter) = 1;
    return release_to(timer.counter);
  }
  siginfo_t info{};
  info.si_value.sival_ptr = timer.value;
  deliver_signal(timer.to ? thread_in_slot(timer.to - 1) : nullptr, timer.signal, &info);
}

// The thread of a timer.
void* run_timer(void* argument) {
  auto index = reinterpret_cast<uint64_t>(argument);
  for (;;) {
    yield({Op::timer, false, false, 1, nullptr, index, Interrupt::never, 0, &waiting_to_expire});
    happened(Op::timer, nullptr);
    expire(timer_at(index));
  }
}

void give_thread(uint64_t index) {
  refute(Assumption::recorded_uses);  // what an expiry does to whom is not recorded
  Thread* thread = make_thread(run_timer, reinterpret_cast<void*>(index), stack_of_timer);
  if (!thread) {
    stop_incomplete(Incomplete::threads, "an execution has more than 4095 threads");
    leave(Stop::limit);
  }
  timer_at(index).has_thread = true;
  thread->is_timer = thread->detached = true;
  thread->signal_mask = ~uint64_t{0};
  start_thread(*thread);
}

// Only then is the program one of several threads.
void start_noticed_timers() {
  for (uint64_t i = 0; i < max_timers; i++) {
    const Timer& timer = timer_at(i);
    if (timer.is_armed && !timer.has_thread && can_be_noticed(timer)) give_thread(i);
  }
}

// ---- Setting ----

bool is_timer(long id) {
  return id >= 0 && id + interval_timers < max_timers &&
         timer_at(static_cast<uint64_t>(id) + interval_timers).is_used &&
         !timer_at(static_cast<uint64_t>(id) + interval_timers).counter;
}

itimerspec read(const Timer& timer) {
  int64_t left = timer.deadline > now() ? timer.deadline - now() : 1;
  return {as_timespec(timer.interval), as_timespec(timer.is_armed ? left : 0)};
}

long set(Timer& timer, bool is_absolute, const itimerspec& wanted) {
  if (is_invalid_time(&wanted.it_value) || is_invalid_time(&wanted.it_interval)) return -EINVAL;
  point(Op::hook, nullptr);
  int64_t value = nanoseconds(wanted.it_value);
  timer.is_used = true;
  timer.is_armed = value;
  timer.expiries = 0;
  timer.interval = value ? nanoseconds(wanted.it_interval) : 0;
  timer.deadline = !value ? 0 : is_absolute ? value - clock_epoch * second : now() + value;
  release_to(&timer);
  start_noticed_timers();
  return 0;
}

// A timer for timer_create or timerfd_create; max_timers when there is none left.
uint64_t free_timer() {
  for (uint64_t i = interval_timers; i < max_timers; i++)
    if (!timer_at(i).is_used) return i;
  note_gap("more than 29 timers");
  return max_timers;
}

Timer& make_timer(uint64_t index) {
  bool has_thread = timer_at(index).has_thread;
  timer_at(index) = {};
  timer_at(index).is_used = true;
  timer_at(index).has_thread = has_thread;
  return timer_at(index);
}

Timer* timer_of_file(int fd) {
  void* counter = counter_behind(fd);
  for (Timer& timer : world().timers.list)
    if (counter && timer.is_used && timer.counter == counter) return &timer;
  return nullptr;
}

}  // namespace

long set_alarm(unsigned seconds) {
  itimerval old{}, wanted{{0, 0}, {seconds, 0}};
  set_interval_timer(ITIMER_REAL, &wanted, &old);
  return old.it_value.tv_sec + (old.it_value.tv_usec ? 1 : 0);
}

long set_interval_timer(int which, const itimerval* wanted, itimerval* old) {
  constexpr int signals[] = {SIGALRM, SIGVTALRM, SIGPROF};
  if (which < ITIMER_REAL || which > ITIMER_PROF) return -EINVAL;
  if (old) read_interval_timer(which, old);
  Timer& timer = timer_at(static_cast<uint64_t>(which));
  timer.signal = signals[which];
  itimerval none{};
  if (!wanted) wanted = &none;
  return set(timer, false, {as_timespec(wanted->it_interval), as_timespec(wanted->it_value)});
}

long read_interval_timer(int which, itimerval* out) {
  if (which < ITIMER_REAL || which > ITIMER_PROF) return -EINVAL;
  itimerspec found = read(timer_at(static_cast<uint64_t>(which)));
  *out = {as_timeval(found.it_interval), as_timeval(found.it_value)};
  return 0;
}

long create_timer(int, const sigevent* event, int* out) {
  int how = event ? event->sigev_notify : SIGEV_SIGNAL;
  if (how != SIGEV_SIGNAL && how != SIGEV_NONE && how != SIGEV_THREAD_ID) return -EINVAL;
  const Thread* to = nullptr;
  if (how == SIGEV_THREAD_ID) to = thread_with_id(event->_sigev_un._tid);
  if (how == SIGEV_THREAD_ID && !to) return -EINVAL;
  uint64_t index = free_timer();
  if (index == max_timers) return -EAGAIN;
  Timer& timer = make_timer(index);
  timer.signal = event ? event->sigev_signo : SIGALRM;
  timer.is_silent = how == SIGEV_NONE;
  timer.to = to ? to->slot + 1u : 0;
  auto id = static_cast<int>(index - interval_timers);
  timer.value = event ? event->sigev_value.sival_ptr : reinterpret_cast<void*>(uintptr_t{index});
  *out = id;
  return 0;
}

long set_timer(int id, int flags, const itimerspec* wanted, itimerspec* old) {
  if (!is_timer(id) || !wanted) return -EINVAL;
  if (old) read_timer(id, old);
  return set(timer_at(static_cast<uint64_t>(id) + interval_timers), flags & TIMER_ABSTIME, *wanted);
}

long read_timer(int id, itimerspec* out) {
  if (!is_timer(id)) return -EINVAL;
  *out = read(timer_at(static_cast<uint64_t>(id) + interval_timers));
  return 0;
}

long read_overrun(int id) { return is_timer(id) ? 0 : -EINVAL; }

long delete_timer(int id) {
  if (!is_timer(id)) return -EINVAL;
  Timer& timer = make_timer(static_cast<uint64_t>(id) + interval_timers);
  timer.is_used = false;
  return 0;
}

long open_timer(int, int flags) {
  if (flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) return -EINVAL;
  uint64_t index = free_timer();
  if (index == max_timers) return -EMFILE;
  long fd = open_counter(0, flags);
  if (fd < 0) return fd;
  Timer& timer = make_timer(index);
  timer.counter = counter_behind(static_cast<int>(fd));
  return fd;
}

long set_timer_of_file(int fd, int flags, const itimerspec* wanted, itimerspec* old) {
  Timer* timer = timer_of_file(fd);
  if (!timer || !wanted) return -EINVAL;
  if (old) *old = read(*timer);
  value_of_counter(timer->counter) = 0;
  return set(*timer, flags & TFD_TIMER_ABSTIME, *wanted);
}

long read_timer_of_file(int fd, itimerspec* out) {
  const Timer* timer = timer_of_file(fd);
  if (!timer) return -EINVAL;
  *out = read(*timer);
  return 0;
}

long change_action(int signal, const SignalAction* action, SignalAction* old) {
  long result = set_action(signal, action, old);
  if (action) start_noticed_timers();
  return result;
}

long change_signal_mask(int how, const uint64_t* mask, uint64_t* old) {
  long result = set_signal_mask(how, mask, old);
  if (mask) start_noticed_timers();
  return result;
}

}  // namespace omc
