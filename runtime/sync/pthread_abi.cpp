// Threads, time and failures: rows in sync/pthread.def. While exploring, each row calls one of the
// functions below, or a primitive (sync/*.h). Dormant, it calls the C library.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "kernel/blocking_syscalls.h"
#include "kernel/output.h"
#include "kernel/scheduling.h"
#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/external_libraries.h"
#include "races/running_step.h"
#include "steps/step.h"
#include "sync/join.h"
#include "sync/sleep.h"
#include "sync/thread_ids.h"
#include "threads/cancel.h"
#include "threads/fiber.h"
#include "threads/scheduler.h"
#include "threads/virtual_time.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

#include "sync/pthread.def"

namespace {

// The C library keeps the handlers in a list, whose order and length the end of the program shows.
void register_handler() {
  point(Op::hook, nullptr);
  record_visible_effect();
}

// ---- Threads ----

constexpr size_t default_stack = 8 << 20;

size_t stack_size_of(const pthread_attr_t* attributes) {
  size_t size = 0;
  if (attributes && !pthread_attr_getstacksize(attributes, &size) && size) return size;
  return default_stack;
}

// The stack that the program provides, or null.
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

// Gives the thread the policy, the priority and the processors of the attributes.
int set_scheduling_of(Thread& thread, const pthread_attr_t* attributes) {
  int inherits = PTHREAD_INHERIT_SCHED, policy;
  sched_param parameters;
  cpu_set_t processors;
  if (!attributes) return 0;
  pthread_attr_getinheritsched(attributes, &inherits);
  pthread_attr_getschedpolicy(attributes, &policy);
  pthread_attr_getschedparam(attributes, &parameters);
  long error = 0;
  if (inherits == PTHREAD_EXPLICIT_SCHED)
    error = set_policy_of(&thread, policy, parameters.sched_priority);
  bool has_processors = !pthread_attr_getaffinity_np(attributes, sizeof processors, &processors) &&
                        CPU_COUNT(&processors) < CPU_SETSIZE;
  if (!error && has_processors) error = set_processors_of(&thread, sizeof processors, &processors);
  return static_cast<int>(-error);
}

int create_thread(pthread_t* out, const pthread_attr_t* attributes, void* (*entry)(void*),
                  void* argument) {
  const Thread* before = returning_id();
  point(Op::create, nullptr);
  size_t stack = stack_size_of(attributes);
  if (stack > max_stack) return EAGAIN;
  // The new thread inherits what its creator has at this moment.
  const Scheduling own = current_thread().scheduling;
  int error = set_scheduling_of(current_thread(), attributes);
  Thread* thread =
      error ? nullptr : make_thread(entry, argument, stack, stack_given_by(attributes));
  current_thread().scheduling = own;
  if (error) return error;
  if (!thread) {
    stop_incomplete(Incomplete::threads, "an execution has more than 4095 threads");
    leave(Stop::limit);
  }
  current_thread().takes_no_steps = false;
  thread->detached = is_detached(attributes);
  if (before) thread->id = before->id;
  *out = thread->id;
  start_thread(*thread);
  return 0;
}

int name_thread(pthread_t thread, const char* name) {
  point(Op::hook, nullptr);
  Thread* named = thread_of(thread);
  if (!named) return ESRCH;
  if (strlen(name) >= sizeof named->name) return ERANGE;
  set_name(*named, name);
  return 0;
}

int get_name(pthread_t thread, char* out, size_t room) {
  point(Op::hook, nullptr);
  const Thread* named = thread_of(thread);
  if (!named) return ESRCH;
  if (strlen(name_of(*named)) >= room) return ERANGE;
  strncpy(out, name_of(*named), room);
  return 0;
}

int get_attributes(pthread_t id, pthread_attr_t* out) {
  const Thread* thread = thread_of(id);
  if (!thread) return ESRCH;
  pthread_attr_init(out);
  pthread_attr_setstack(out, reinterpret_cast<void*>(thread->stack_begin),
                        thread->stack_end - thread->stack_begin);
  return pthread_attr_setdetachstate(
      out, thread->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
}

int set_affinity(pthread_t id, size_t size, const cpu_set_t* set) {
  point(Op::hook, nullptr);
  return static_cast<int>(-set_processors_of(thread_of(id), size, set));
}

int get_affinity(pthread_t id, size_t size, cpu_set_t* set) {
  point(Op::hook, nullptr);
  long n = read_processors_of(thread_of(id), size, set);
  if (n < 0) return static_cast<int>(-n);
  memset(reinterpret_cast<char*>(set) + n, 0, size - static_cast<size_t>(n));
  return 0;
}

int set_scheduling(pthread_t id, int policy, int priority) {
  point(Op::hook, nullptr);
  return static_cast<int>(-set_policy_of(thread_of(id), policy, priority));
}

int get_scheduling(pthread_t id, int* policy, sched_param* parameters) {
  point(Op::hook, nullptr);
  return static_cast<int>(-read_policy_of(thread_of(id), policy, parameters));
}

int set_level(pthread_t id, int priority) {
  point(Op::hook, nullptr);
  Thread* thread = thread_of(id);
  return thread ? static_cast<int>(-set_policy_of(thread, thread->scheduling.policy, priority))
                : ESRCH;
}

// ---- Keys: an allocator may create one long before exploration begins ----

auto* destructors() { return inside() ? world().key_destructors : early_destructors; }

int add_destructor(int result, const pthread_key_t* key, void (*destructor)(void*)) {
  if (!result && *key < max_keys) destructors()[*key] = destructor;
  return result;
}

void remove_destructor(pthread_key_t key) {
  if (key < max_keys) destructors()[key] = nullptr;
}

// ---- Time ----

// Most functions return -1 and set errno.
int as_errno(long result) {
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

long sleep_for_microseconds(useconds_t microseconds) {
  timespec duration{microseconds / 1'000'000, microseconds % 1'000'000 * 1000L};
  return sleep_for(&duration, nullptr);
}

unsigned sleep_for_seconds(unsigned seconds) {
  timespec duration{seconds, 0};
  return sleep_for(&duration, nullptr) ? seconds : 0;
}

// ---- Failures ----

// Where assertions are not checked, only the execution ends. The abort of the C library would kill
// the process that explores.
[[noreturn]] void end_by_abort() {
  set_exit_signal(world(), SIGABRT);
  leave(Stop::exited);
}

[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line,
                                 const char* function, const void* pc) {
  found({BugKind::assertion, expression, nullptr, 0, {file, line, 0, pc}});
  fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file,
          line, function, expression);
  end_by_abort();
}

[[noreturn]] void abort_schedule(const void* pc) {
  check_allocator(reinterpret_cast<uintptr_t>(pc));
  found({BugKind::assertion, abort_reason(), nullptr, SIGABRT, {}});
  end_by_abort();
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "sync/pthread.def"

}  // namespace omc
