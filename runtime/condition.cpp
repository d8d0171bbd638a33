// Condition variables. Who waits is known from the threads themselves, so the object holds nothing. A
// signal wakes any one of the waiters, each a choice of its own; one that nobody waits for is lost.
#include <errno.h>

#include "bug.h"
#include "primitives.h"
#include "trace.h"
#include "virtual_time.h"

namespace omc {
namespace {

// A waiting thread goes on only by being woken, which makes it wait for the mutex instead; or, with a time limit, by
// letting that expire.
bool never(const Thread&) { return false; }

bool waits_for(const Thread& thread, const void* condition) {
  return !thread.ended && thread.pending.op == Op::wait && thread.pending.object == condition;
}

unsigned count_waiters(const void* condition) {
  unsigned n = 0;
  for (unsigned i = 0; i < world().thread_count; i++) n += waits_for(world().threads[i], condition);
  return n;
}

unsigned ways_to_signal(const Thread& thread) {
  unsigned waiters = count_waiters(thread.pending.object);
  return waiters ? waiters : 1;
}

// Wakes the `which`-th waiter.
Thread* wake(const void* condition, unsigned which) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    Thread& thread = world().threads[i];
    if (!waits_for(thread, condition) || which--) continue;
    auto* mutex = reinterpret_cast<const void*>(thread.pending.value);
    thread.pending = {Op::relock, false, false, 1, mutex, 0};
    return &thread;
  }
  return nullptr;
}

}  // namespace

const Waiting waiting_for_condition{never};
const Waiting waiting_to_signal{nullptr, nullptr, ways_to_signal};

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  point(Op::unlock, mutex);
  if (!holds_mutex(mutex, self()))
    found_misuse("wait on a condition variable with a mutex that the thread does not hold", mutex);
  HeldMutex held = release_for_wait(mutex);
  trace(Op::wait, condition, reinterpret_cast<uint64_t>(mutex));
  Thread& thread = self();
  yield({Op::wait, until != nullptr, false, 1, condition, reinterpret_cast<uint64_t>(mutex)});
  // Chosen while still waiting: the time limit has expired, and the mutex may be taken.
  bool expired = !thread.woken;
  thread.woken = false;
  if (expired) {
    // The C++ library asks the clock whether the limit was reached.
    pass_time(until);
    Pending relock{Op::relock, false, true, 1, mutex, 0};
    thread.pending = relock;
    bool free = is_enabled(thread);
    thread.pending = {};
    if (!free) yield(relock);
  }
  take_after_wait(mutex, held);
  trace(Op::relock, mutex, expired);
  return expired ? ETIMEDOUT : 0;
}

int signal_condition(pthread_cond_t* condition) {
  Thread* woken = wake(condition, point(Op::signal, condition));
  if (woken) woken->woken = true;
  trace(Op::signal, condition, woken ? woken->number + 1u : 0);
  return 0;
}

int broadcast_condition(pthread_cond_t* condition) {
  point(Op::broadcast, condition);
  unsigned n = 0;
  while (Thread* woken = wake(condition, 0)) woken->woken = true, n++;
  trace(Op::broadcast, condition, n);
  return 0;
}

}  // namespace omc
