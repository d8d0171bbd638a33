// Whether a thread is enabled, and how many outcomes its step has. Its primitive decides (Waiting),
// unless a signal or a cancellation comes first.
#pragma once

#include "world/thread.h"

namespace omc {

// Its operation need not wait.
bool is_available(const Thread& thread);
// It can take a step: its operation, the end of a time limit, a signal or a cancellation.
bool is_enabled(const Thread& thread);
unsigned outcomes_of(const Thread& thread);
// False for an outcome below that number which the step cannot have.
bool offers_outcome(const Thread& thread, unsigned outcome);

// The thread's wait for `object`, current or interrupted by a signal handler; or null.
template <class AThread>
auto find_wait(AThread& thread, Op op, const void* object) -> decltype(&thread.pending) {
  auto is_it = [=](const Pending& pending) { return pending.op == op && pending.object == object; };
  if (thread.ended) return nullptr;
  if (is_it(thread.pending)) return &thread.pending;
  for (uint32_t i = 0; i < thread.interrupted_count; i++)
    if (is_it(thread.interrupted_waits[i])) return &thread.interrupted_waits[i];
  return nullptr;
}

// The mutex with which threads wait on a condition variable; null when none does.
const void* mutex_of_waiters(const void* condition);

}  // namespace omc
