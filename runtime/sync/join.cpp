// Waiting for a thread to end.
#include "sync/join.h"

#include <errno.h>

#include "races/happens_before.h"
#include "steps/reduction.h"
#include "threads/cancel.h"
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

const Thread* target(const Thread& thread) {
  return static_cast<const Thread*>(thread.pending.object);
}

// Without a target, the thread waits for all others.
bool has_ended(const Thread& thread) {
  if (target(thread)) return target(thread)->ended;
  for (unsigned i = 0; i < world().thread_count; i++)
    if (!world().threads[i].ended && &world().threads[i] != &thread) return false;
  return true;
}

bool somebody_joins(const Thread* thread) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& other = world().threads[i];
    if (!other.ended && other.pending.op == Op::join && other.pending.object == thread &&
        &other != &current_thread())
      return true;
  }
  return false;
}

}  // namespace

const Waiting waiting_to_join{has_ended, target};

int join_thread(pthread_t id, void** result, const timespec* until) {
  Thread* thread = thread_of(id);
  if (!thread || thread->joined) {
    found_misuse(thread ? "join of a thread that was joined before" : "join of no thread", nullptr);
    return ESRCH;
  }
  if (thread == &current_thread()) {
    found_misuse("a thread joins itself", nullptr);
    return EDEADLK;
  }
  if (thread->detached) {
    found_misuse("join of a detached thread", nullptr);
    return EINVAL;
  }
  if (somebody_joins(thread)) found_misuse("two threads join the same thread", nullptr);
  cancellation_point();
  if (until) refute(Assumption::whole_sections);  // it observes that the thread has not ended
  if (!wait_until({Op::join, until != nullptr, false, 1, thread, thread->number, Interrupt::never,
                   true, &waiting_to_join},
                  until))
    return ETIMEDOUT;
  use_thread(*thread);
  thread->joined = true;
  happened(Op::join, nullptr, thread->number);
  if (result) *result = thread->result;
  return 0;
}

int try_join_thread(pthread_t id, void** result) {
  refute(Assumption::whole_sections);
  point(Op::hook, nullptr);
  Thread* thread = thread_of(id);
  if (thread && !thread->ended) return EBUSY;
  return join_thread(id, result);
}

int detach_thread(pthread_t id) {
  Thread* thread = thread_of(id);
  if (!thread || thread->joined) return ESRCH;
  use_thread(*thread);
  if (thread->detached) return EINVAL;
  thread->detached = true;
  return 0;
}

void wait_for_all_others() {
  yield({Op::join, false, false, 1, nullptr, 0, Interrupt::never, 0, &waiting_to_join});
  const World& w = world();
  for (unsigned i = 0; follows_clocks() && i < w.thread_count; i++)
    if (&w.threads[i] != &current_thread()) advance_clocks(Op::join, nullptr, w.threads[i].number);
}

}  // namespace omc
