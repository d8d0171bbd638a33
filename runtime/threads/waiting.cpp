#include "threads/waiting.h"

#include "threads/cancel.h"
#include "threads/signals.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

bool is_available(const Thread& thread) {
  const Waiting* waiting = thread.pending.waiting;
  return !waiting || !waiting->enabled || waiting->enabled(thread);
}

bool is_enabled(const Thread& thread) {
  if (thread.ended) return false;
  return thread.pending.timed || is_available(thread) || has_signal(thread) || must_cancel(thread);
}

unsigned outcomes_of(const Thread& thread) {
  if (has_signal(thread) || must_cancel(thread)) return 1;  // these come first
  const Waiting* waiting = thread.pending.waiting;
  return waiting && waiting->outcomes ? waiting->outcomes(thread) : thread.pending.outcomes;
}

bool offers_outcome(const Thread& thread, unsigned outcome) {
  const Waiting* waiting = thread.pending.waiting;
  bool is_checked = outcome && waiting && waiting->offers;
  return !is_checked || waiting->offers(thread, outcome);
}

const void* mutex_of_waiters(const void* condition) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (const Pending* wait = find_wait(world().threads[i], Op::wait, condition))
      return reinterpret_cast<const void*>(wait->value);
  return nullptr;
}

}  // namespace omc
