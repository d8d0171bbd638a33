// The functions of the C library that an explored program must not have as they are: each forwards to the
// primitive it belongs to, or, when the program is dormant, to the C library.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

#include "bug.h"
#include "primitives.h"
#include "real.h"
#include "start.h"
#include "trace.h"
#include "virtual_time.h"

using namespace omc;

namespace {

constexpr size_t default_stack = 8 << 20;

size_t stack_size_of(const pthread_attr_t* attributes) {
  size_t size = 0;
  if (attributes && !pthread_attr_getstacksize(attributes, &size) && size) return size;
  return default_stack;
}

bool is_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

// A sleeping or yielding thread lets others go first; nothing else happens.
void rest(const timespec* duration) {
  point(Op::hook, nullptr);
  if (duration) pass_time(duration);
}

}  // namespace

extern "C" {

// ---- Threads ----

int pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*entry)(void*), void* argument) {
  if (!inside()) return REAL(pthread_create)(out, attributes, entry, argument);
  point(Op::create, nullptr);
  size_t stack = stack_size_of(attributes);
  if (stack > max_stack) return EAGAIN;
  Thread* thread = make_thread(entry, argument, stack);
  if (!thread) {
    hit_limit(Limit::threads, "an execution has more than 4095 threads");
    leave(Stop::limit);
  }
  self().outside = false;
  thread->detached = is_detached(attributes);
  *out = thread->thread_pointer;
  start_thread(*thread);
  return 0;
}

int pthread_join(pthread_t thread, void** result) {
  return inside() ? join_thread(thread, result) : REAL(pthread_join)(thread, result);
}

int pthread_detach(pthread_t thread) {
  return inside() ? detach_thread(thread) : REAL(pthread_detach)(thread);
}

void pthread_exit(void* result) {
  if (!inside()) REAL(pthread_exit)(result);
  leave_thread(result);
}

// ---- Mutexes ----

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return inside() ? lock_mutex(mutex) : REAL(pthread_mutex_lock)(mutex);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return inside() ? try_lock_mutex(mutex) : REAL(pthread_mutex_trylock)(mutex);
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return inside() ? unlock_mutex(mutex) : REAL(pthread_mutex_unlock)(mutex);
}
int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  return inside() ? destroy_mutex(mutex) : REAL(pthread_mutex_destroy)(mutex);
}

// ---- Condition variables ----

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return inside() ? wait_for_condition(condition, mutex, nullptr) : REAL_COND(pthread_cond_wait)(condition, mutex);
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return inside() ? wait_for_condition(condition, mutex, until)
                  : REAL_COND(pthread_cond_timedwait)(condition, mutex, until);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return inside() ? wait_for_condition(condition, mutex, until)
                  : REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
}
int pthread_cond_signal(pthread_cond_t* condition) {
  return inside() ? signal_condition(condition) : REAL_COND(pthread_cond_signal)(condition);
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  return inside() ? broadcast_condition(condition) : REAL_COND(pthread_cond_broadcast)(condition);
}
int pthread_cond_destroy(pthread_cond_t* condition) {
  // The C library's waits for threads that are on their way out; there are none here.
  return inside() ? 0 : REAL_COND(pthread_cond_destroy)(condition);
}

// ---- Time ----

int sched_yield() {
  if (!inside()) return REAL(sched_yield)();
  rest(nullptr);
  return 0;
}
int nanosleep(const timespec* duration, timespec* rest_of_it) {
  if (!inside()) return REAL(nanosleep)(duration, rest_of_it);
  rest(duration);
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* duration, timespec* rest_of_it) {
  if (!inside()) return REAL(clock_nanosleep)(clock, flags, duration, rest_of_it);
  rest(duration);
  return 0;
}
int usleep(useconds_t us) {
  if (!inside()) return REAL(usleep)(us);
  timespec duration{us / 1'000'000, us % 1'000'000 * 1000};
  rest(&duration);
  return 0;
}
unsigned sleep(unsigned seconds) {
  if (!inside()) return REAL(sleep)(seconds);
  timespec duration{seconds, 0};
  rest(&duration);
  return 0;
}
int clock_gettime(clockid_t clock, timespec* out) {
  if (!inside()) return REAL(clock_gettime)(clock, out);
  tell_time(out);
  return 0;
}
int gettimeofday(timeval* out, void* zone) {
  if (!inside()) return REAL(gettimeofday)(out, zone);
  timespec now;
  tell_time(&now);
  *out = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
time_t time(time_t* out) {
  if (!inside()) return REAL(time)(out);
  timespec now;
  tell_time(&now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

// ---- Failures ----

void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept {
  if (inside()) {
    Finding finding{BugKind::assertion, expression, nullptr, 0, {file, line, 0, __builtin_return_address(0)}};
    found(finding);
  }
  REAL(__assert_fail)(expression, file, line, function);
  __builtin_unreachable();
}

void abort() noexcept {
  if (inside()) found({BugKind::assertion, abort_reason(), nullptr, SIGABRT, {}});
  REAL(abort)();
  __builtin_unreachable();
}

}  // extern "C"
