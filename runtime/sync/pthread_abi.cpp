// The functions of the C library that an explored program must not have as they are: each forwards
// to the primitive it belongs to, or, when the program is dormant, to the C library. Here: threads,
// time, failures.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "kernel/output.h"
#include "libc/interpose.h"
#include "platform/next_definition.h"
#include "races/external_libraries.h"
#include "steps/step.h"
#include "sync/join.h"
#include "sync/sleep.h"
#include "threads/cancel.h"
#include "threads/fiber.h"
#include "threads/scheduler.h"
#include "threads/virtual_time.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

using namespace omc;

namespace {

constexpr size_t default_stack = 8 << 20;

size_t stack_size_of(const pthread_attr_t* attributes) {
  size_t size = 0;
  if (attributes && !pthread_attr_getstacksize(attributes, &size) && size) return size;
  return default_stack;
}

// Memory of the program that it wants to have as a stack, or null.
void* stack_given_by(const pthread_attr_t* attributes) {
  void* begin = nullptr;
  size_t size = 0;
  if (!attributes || pthread_attr_getstack(attributes, &begin, &size)) return nullptr;
  return reinterpret_cast<uintptr_t>(begin) + size ? begin : nullptr;
}

bool is_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

// Results of the kind -1 with errno.
int as_errno(long result) {
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

// These are called while exploring: looked up before, or the first call would leave traces in the
// loader that a later one does not. An allocator makes a key when it is first asked for memory,
// which may be earlier still.
const auto found_key_create = next_definition<decltype(&pthread_key_create)>("pthread_key_create");
const auto found_key_delete = next_definition<decltype(&pthread_key_delete)>("pthread_key_delete");
auto real_key_create() { return found_key_create ? found_key_create : REAL(pthread_key_create); }
auto real_key_delete() { return found_key_delete ? found_key_delete : REAL(pthread_key_delete); }

// Failures are not checked for: the schedule ends as the program would. The C library's own abort
// would kill the process that explores.
[[noreturn]] void end_by_abort() {
  world().exit_status = 128 + SIGABRT;
  leave(Stop::exited);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// ---- Threads ----

int pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*entry)(void*),
                   void* argument) {
  if (!inside()) return REAL(pthread_create)(out, attributes, entry, argument);
  point(Op::create, nullptr);
  size_t stack = stack_size_of(attributes);
  if (stack > max_stack) return EAGAIN;
  Thread* thread = make_thread(entry, argument, stack, stack_given_by(attributes));
  if (!thread) {
    stop_incomplete(Incomplete::threads, "an execution has more than 4095 threads");
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

int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  return inside() ? join_thread(thread, result, until)
                  : REAL(pthread_timedjoin_np)(thread, result, until);
}

int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  return inside() ? join_thread(thread, result, until)
                  : REAL(pthread_clockjoin_np)(thread, result, clock, until);
}

int pthread_tryjoin_np(pthread_t thread, void** result) {
  return inside() ? try_join_thread(thread, result) : REAL(pthread_tryjoin_np)(thread, result);
}

int pthread_setname_np(pthread_t thread, const char* name) {
  if (!inside()) return REAL(pthread_setname_np)(thread, name);
  point(Op::hook, nullptr);
  Thread* named = thread_of(thread);
  if (!named) return ESRCH;
  if (strlen(name) >= sizeof named->name) return ERANGE;
  set_name(*named, name);
  return 0;
}

int pthread_getname_np(pthread_t thread, char* out, size_t capacity) {
  if (!inside()) return REAL(pthread_getname_np)(thread, out, capacity);
  point(Op::hook, nullptr);
  const Thread* named = thread_of(thread);
  if (!named) return ESRCH;
  if (strlen(name_of(*named)) >= capacity) return ERANGE;
  strncpy(out, name_of(*named), capacity);
  return 0;
}

int pthread_detach(pthread_t thread) {
  return inside() ? detach_thread(thread) : REAL(pthread_detach)(thread);
}

void pthread_exit(void* result) {
  if (!inside()) REAL(pthread_exit)(result);
  leave_thread(result);
}

// ---- What a thread is: priorities and processors make no difference, and are accepted ----

int pthread_getattr_np(pthread_t id, pthread_attr_t* out) {
  if (!inside()) return REAL(pthread_getattr_np)(id, out);
  const Thread* thread = thread_of(id);
  if (!thread) return ESRCH;
  pthread_attr_init(out);
  pthread_attr_setstack(out, reinterpret_cast<void*>(thread->stack_begin),
                        thread->stack_end - thread->stack_begin);
  return pthread_attr_setdetachstate(
      out, thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) {
  return inside() ? 0 : REAL(pthread_setaffinity_np)(thread, size, set);
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t* set) {
  return inside() ? sched_getaffinity(0, size, set)
                  : REAL(pthread_getaffinity_np)(thread, size, set);
}
int pthread_setschedparam(pthread_t thread, int policy, const sched_param* param) {
  return inside() ? 0 : REAL(pthread_setschedparam)(thread, policy, param);
}
int pthread_setschedprio(pthread_t thread, int priority) {
  return inside() ? 0 : REAL(pthread_setschedprio)(thread, priority);
}
int pthread_getschedparam(pthread_t thread, int* policy, sched_param* param) {
  if (!inside()) return REAL(pthread_getschedparam)(thread, policy, param);
  *policy = SCHED_OTHER;
  *param = {};
  return 0;
}
int pthread_getcpuclockid(pthread_t thread, clockid_t* clock) {
  if (!inside()) return REAL(pthread_getcpuclockid)(thread, clock);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

// ---- Keys: the values are the C library's business, the destructors at a thread's end are ours
// ----

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  int result = real_key_create()(key, destructor);
  if (!result && *key < max_keys)
    (inside() ? world().key_destructors : early_destructors)[*key] = destructor;
  return result;
}

int pthread_key_delete(pthread_key_t key) {
  if (key < max_keys) (inside() ? world().key_destructors : early_destructors)[key] = nullptr;
  return real_key_delete()(key);
}

// ---- Time ----

int sched_yield() { return inside() ? as_errno(rest_for(nullptr, nullptr)) : REAL(sched_yield)(); }

int nanosleep(const timespec* duration, timespec* left) {
  return inside() ? as_errno(rest_for(duration, left)) : REAL(nanosleep)(duration, left);
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* duration, timespec* left) {
  if (!inside()) return REAL(clock_nanosleep)(clock, flags, duration, left);
  return static_cast<int>(-rest_for(duration, flags & TIMER_ABSTIME ? nullptr : left));
}
int usleep(useconds_t us) {
  if (!inside()) return REAL(usleep)(us);
  timespec duration{us / 1'000'000, us % 1'000'000 * 1000};
  return as_errno(rest_for(&duration, nullptr));
}
unsigned sleep(unsigned seconds) {
  if (!inside()) return REAL(sleep)(seconds);
  timespec duration{seconds, 0};
  return rest_for(&duration, nullptr) ? seconds : 0;
}
int clock_gettime(clockid_t clock, timespec* out) {
  if (!inside()) return REAL(clock_gettime)(clock, out);
  count_write(out, sizeof *out, CALLER);
  tell_time(out);
  return 0;
}
int gettimeofday(timeval* out, void* zone) {
  if (!inside()) return REAL(gettimeofday)(out, zone);
  count_write(out, sizeof *out, CALLER);
  timespec now;
  tell_time(&now);
  *out = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
time_t time(time_t* out) {
  if (!inside()) return REAL(time)(out);
  if (out) count_write(out, sizeof *out, CALLER);
  timespec now;
  tell_time(&now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(timespec* out, int base) {
  if (!inside() || base != TIME_UTC) return REAL(timespec_get)(out, base);
  count_write(out, sizeof *out, CALLER);
  tell_time(out);
  return base;
}

// ---- Failures ----

void __assert_fail(const char* expression, const char* file, unsigned line,
                   const char* function) noexcept {
  if (inside()) {
    Finding finding{
        BugKind::assertion, expression, nullptr, 0, {file, line, 0, __builtin_return_address(0)}};
    found(finding);
    fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file,
            line, function, expression);
    end_by_abort();
  }
  REAL(__assert_fail)(expression, file, line, function);
  __builtin_unreachable();
}

void abort() noexcept {
  if (inside()) {
    check_allocator(reinterpret_cast<uintptr_t>(CALLER));
    found({BugKind::assertion, abort_reason(), nullptr, SIGABRT, {}});
    end_by_abort();
  }
  REAL(abort)();
  __builtin_unreachable();
}

}  // extern "C"
