// Whether a thread can go on, and in how many ways: its primitive answers for what it waits for
// (Waiting), signals and cancellation come before that.
#pragma once

#include "world/thread.h"

namespace omc {

// What it waits for is there.
bool is_available(const Thread& thread);
// It can take a step: that, or a time limit that may expire, a signal, a cancellation.
bool is_enabled(const Thread& thread);
unsigned outcomes_of(const Thread& thread);

// The wait of a thread for `object`, which it is in or will be in again when its signal handlers
// are done; or null.
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
