#include "races/lifetimes.h"

#include <cstring>

#include "heap/heap.h"
#include "heap/system_heap.h"
#include "races/alloc_kinds.h"
#include "races/external_libraries.h"
#include "races/footprint.h"
#include "races/running_step.h"
#include "sharing/instrumented_code.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/pages.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

// The beginning counts as it is. A replay, in which nothing is known of sharing, has only that.
size_t beginning_of(size_t n) {
  constexpr size_t enough = 1024, replayed = 1 << 20;
  size_t most = checker.is_replay ? replayed : enough;
  return n < most ? n : most;
}

// Of the rest, what somebody has touched on pages that are not this thread's alone. The pages are
// from now on its too, so that whoever comes to one of them later makes the search begin again.
template <class Do>
void for_each_used(uintptr_t begin, size_t n, Do act) {
  if (checker.is_replay || !inside() || world().thread_count == 1) return;
  uintptr_t end = begin + n;
  for (uintptr_t at = (begin + beginning_of(n)) & ~(granule_size - 1); at + granule_size <= end;
       at += granule_size) {
    if (is_known_private(page_of(at), 1) || is_private_page(at))
      at = page_of(at) + page_size - granule_size;
    else if (was_touched(at))
      act(reinterpret_cast<const void*>(at));
  }
}

}  // namespace

void ending_point(uintptr_t begin, size_t n) {
  access_point(reinterpret_cast<const void*>(begin), beginning_of(n), true);
  for_each_used(begin, n, [](const void* p) { access_point(p, granule_size, true); });
}

void note_ending(uintptr_t begin, size_t n, AccessKind kind, const void* pc) {
  note_access(reinterpret_cast<const void*>(begin), beginning_of(n), kind, pc);
  for_each_used(begin, n, [=](const void* p) { note_access(p, granule_size, kind, pc); });
}

namespace {

// What is known of the block that begins at `p`, unless its header was overwritten.
size_t size_if_live(const void* p) {
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  return block.life == Life::live && block.size ? block.size : 1;
}

void point_of_block(void* p) { ending_point(reinterpret_cast<uintptr_t>(p), size_if_live(p)); }

void release_for(const void* pc, void* p) {
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  note_ending(block.begin, block.size, as_seen(AccessKind::write, pc), pc);
  release_block(p);
}

// Memory that the C library cannot have given.
bool is_foreign(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return in_slots(address) || is_in_module(address);
}

}  // namespace

void give_back(void* p, const void* pc) {
  if (!is_block(p) && is_foreign(p))
    return found({BugKind::memory, "free of what is no heap block", p});
  if (!is_block(p)) return real_heap().free(p);
  point_of_block(p);
  bool can_be_freed = can_release(p);
  check_family(Family::malloc, p, pc);
  if (can_be_freed) release_for(pc, p);
  if (may_order_itself(pc)) close_step(current_thread());
}

void* reallocate(void* p, size_t size, const void* pc) {
  point_of_block(p);
  if (!can_release(p)) return nullptr;
  void* fresh = allocate(size);
  if (!fresh) return nullptr;
  size_t before = block_at(reinterpret_cast<uintptr_t>(p)).size;
  memcpy(fresh, p, size < before ? size : before);
  release_for(pc, p);
  return fresh;
}

void note_making(const void* p, const void* pc) {
  if (!follows_clocks()) return;
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  note_ending(block.begin, block.size, AccessKind::write, pc);
  clear_below();
}

void* made_by_malloc(void* p, const void* pc) {
  if (p && is_seen_text(reinterpret_cast<uintptr_t>(pc)))
    set_family(p, Family::malloc), note_making(p, pc);
  leave_no_traces();
  return p;
}

void record_ending(const void* p, size_t n, const void* pc) {
  if (!n) return;
  clear_below();
  ending_point(reinterpret_cast<uintptr_t>(p), n);
  note_ending(reinterpret_cast<uintptr_t>(p), n, as_seen(AccessKind::write, pc), pc);
  clear_below();
  leave_no_traces();
}

void record_protection(const void* p, size_t n) {
  if (!n) return;
  clear_below();
  auto begin = reinterpret_cast<uintptr_t>(p);
  touches_shared(begin, beginning_of(n), AccessKind::write);
  for_each_used(begin, n, [](const void* at) {
    touches_shared(reinterpret_cast<uintptr_t>(at), granule_size, AccessKind::write);
  });
  ending_point(begin, n);
  clear_below();
  leave_no_traces();
}

}  // namespace omc
