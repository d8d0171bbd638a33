#include "sync/thread_ids.h"

#include "heap/reachability.h"
#include "heap/reuse.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

bool is_over(const Thread& thread) { return thread.ended && (thread.joined || thread.detached); }

bool is_id_free(const Thread& thread) {
  if (!is_over(thread) || !thread.slot || thread.is_timer || thread.id != thread.thread_pointer)
    return false;
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (w.threads[i].id == thread.id && !is_over(w.threads[i])) return false;
  return true;
}

// The pages of its own slot hold its thread pointer always.
bool is_id_stored(const Thread& thread, const void* stack) {
  uintptr_t slot = slot_address(thread.slot);
  return is_stored(thread.id, stack, slot, slot + heap_offset);
}

// Of several, the one with the greatest slot: the order of creation is no part of the state.
const Thread* find_returning(const void* stack) {
  const World& w = world();
  const Thread* found = nullptr;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    if (is_id_free(thread) && (!found || thread.slot > found->slot) && is_id_stored(thread, stack))
      found = &thread;
  }
  return found;
}

}  // namespace

const Thread* returning_id() {
  bool is_asked = may_reuse() || !(checker.options.reuse || checker.run->has_reuse_places);
  if (!is_asked || !can_reuse()) return nullptr;
  const Thread* thread = find_returning(__builtin_frame_address(0));
  clear_below();
  if (!thread) return nullptr;
  if (!may_reuse()) return record_reuse_place(), nullptr;
  bool returns = point(Op::reuse, nullptr, thread->slot, 2) && is_id_free(*thread);
  if (returns) count_reuse();
  happened(Op::reuse, reinterpret_cast<const void*>(uintptr_t{thread->number}), returns ? 2 : 0);
  return returns ? thread : nullptr;
}

}  // namespace omc
