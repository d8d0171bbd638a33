// Condition variables. The waiters are found in the threads, so the object only holds whether it
// was destroyed. A signal wakes any one waiter, and each is an outcome. A signal without waiters is
// lost.
#include "sync/condition.h"

#include <errno.h>

#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_errors.h"
#include "races/running_step.h"
#include "steps/reduction.h"
#include "sync/mutex.h"
#include "sync/spurious.h"
#include "threads/cancel.h"
#include "threads/virtual_time.h"
#include "threads/waiting.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

// In a field that is zero in every initialised condition variable.
constexpr unsigned destroyed = ~0u;

void check_not_destroyed(const pthread_cond_t* condition) {
  if (condition->__data.__wrefs == destroyed)
    found_misuse("use of a condition variable that was destroyed", condition);
}

// A thread that is woken waits for the mutex instead. Otherwise only the end of a time limit, or a
// spurious wake-up where --spurious allows one, ends its wait.
bool wakes_by_itself(const Thread& thread) { return !thread.woken && may_be_spurious(); }

// The end of a time limit and a spurious wake-up are two outcomes.
unsigned ways_to_wake(const Thread& thread) {
  return thread.pending.timed && may_be_spurious() ? 2 : 1;
}

template <class AThread>
auto wait_for(AThread& thread, const void* condition) {
  return find_wait(thread, Op::wait, condition);
}

unsigned count_waiters(const void* condition) {
  unsigned n = 0;
  for (unsigned i = 0; i < world().thread_count; i++)
    n += wait_for(world().threads[i], condition) != nullptr;
  return n;
}

unsigned ways_to_signal(const Thread& thread) {
  unsigned waiters = count_waiters(thread.pending.object);
  return waiters ? waiters : 1;
}

bool waits_with_other_mutex(const void* condition, const void* mutex) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& thread = world().threads[i];
    const Pending* wait = wait_for(thread, condition);
    if (wait && wait->value != reinterpret_cast<uint64_t>(mutex)) return true;
  }
  return false;
}

// A signal does not synchronise; the mutex does, if the signalling thread holds it or has just
// released it. Otherwise accesses before the signal may race with those of the woken thread, which
// only clocks detect.
void refute_unless_ordered(const void* mutex, const void* just_released) {
  bool is_ordered = mutex == just_released ||
                    holds_mutex(static_cast<const pthread_mutex_t*>(mutex), current_thread());
  if (!is_ordered) refute(Assumption::strong_orders);
}

// Wakes the `which`-th waiter.
Thread* wake(const void* condition, unsigned which, const void* just_released) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    Thread& thread = world().threads[i];
    Pending* wait = wait_for(thread, condition);
    if (!wait || which--) continue;
    refute_unless_ordered(reinterpret_cast<const void*>(wait->value), just_released);
    *wait = {
        Op::relock,       false, false,           1, reinterpret_cast<const void*>(wait->value), 0,
        Interrupt::never, 0,     &waiting_to_lock};
    if (wait == &thread.pending) thread.woken = true;
    return &thread;
  }
  return nullptr;
}

}  // namespace

const Waiting waiting_for_condition{wakes_by_itself, nullptr, ways_to_wake};
const Waiting waiting_to_signal{nullptr, nullptr, ways_to_signal};

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  if (is_invalid_time(until)) return EINVAL;
  cancellation_point();
  point(Op::unlock, mutex, to_wait);
  check_memory(condition, 1, AccessKind::write);
  record_footprint(condition, 1, AccessKind::atomic_read, nullptr);
  check_not_destroyed(condition);
  if (!holds_mutex(mutex, current_thread()))
    found_misuse("wait on a condition variable with a mutex that the thread does not hold", mutex);
  if (waits_with_other_mutex(condition, mutex))
    found_misuse("two threads wait on one condition variable with different mutexes", condition);
  release_for_wait(mutex);
  use_memory(condition, 1, true);
  happened(Op::wait, condition, reinterpret_cast<uint64_t>(mutex));
  Thread& thread = current_thread();
  unsigned way =
      yield({Op::wait, until != nullptr, false, 1, condition, reinterpret_cast<uint64_t>(mutex),
             Interrupt::never, true, &waiting_for_condition});
  // Chosen while still waiting: the time limit has expired, the wake-up is spurious, or the thread
  // is cancelled. In each case it locks the mutex again.
  bool by_itself = !thread.woken;
  if (by_itself) use_memory(condition, 1, true);
  thread.woken = false;
  bool cancelled =
      thread.cancel_requested && !thread.cancel_disabled && !thread.unwinding && by_itself;
  bool spurious = by_itself && !cancelled && (!until || way);
  if (spurious) count_spurious();
  bool expired = by_itself && !cancelled && !spurious;
  // The C++ library reads the clock to check whether the limit was reached.
  if (expired) advance_time(until);
  // The end of the wait and locking the mutex are two steps: others may lock it in between.
  if (by_itself)
    yield({Op::relock, false, true, 1, mutex, 0, Interrupt::never, 0, &waiting_to_lock});
  record_relock(mutex);
  int dead = take_after_wait(mutex);
  happened(Op::relock, mutex, expired);
  if (cancelled) cancellation_point();
  return dead ? dead : expired ? ETIMEDOUT : 0;
}

int signal_condition(pthread_cond_t* condition) {
  const void* released = current_thread().just_released;
  unsigned way = point(Op::signal, condition, 0, waiting_to_signal);
  check_not_destroyed(condition);
  Thread* woken = wake(condition, way, released);
  happened(Op::signal, condition, woken ? woken->number + 1u : 0);
  return 0;
}

int destroy_condition(pthread_cond_t* condition) {
  if (count_waiters(condition))
    found_misuse("destruction of a condition variable that a thread waits on", condition);
  condition->__data.__wrefs = destroyed;
  return 0;
}

int broadcast_condition(pthread_cond_t* condition) {
  const void* released = current_thread().just_released;
  point(Op::broadcast, condition);
  check_not_destroyed(condition);
  unsigned n = 0;
  while (wake(condition, 0, released)) n++;
  happened(Op::broadcast, condition, n);
  return 0;
}

}  // namespace omc
