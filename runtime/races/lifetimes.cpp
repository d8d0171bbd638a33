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

// Up to this size every granule counts. A replay has no shared memory map and considers only this
// part.
size_t beginning_of(size_t n) {
  constexpr size_t enough = 1024, replayed = 1 << 20;
  size_t most = checker.is_replay ? replayed : enough;
  return n < most ? n : most;
}

// Visits the accessed granules of the rest, on pages that are not private to this thread. Marks
// these pages as accessed by this thread, so that a later access by another one restarts the
// search.
template <class Do>
void for_each_accessed(uintptr_t begin, size_t n, Do act) {
  if (checker.is_replay || !inside() || world().thread_count == 1) return;
  uintptr_t end = begin + n;
  for (uintptr_t at = (begin + beginning_of(n)) & ~(granule_size - 1); at + granule_size <= end;
       at += granule_size) {
    if (is_cached_private(page_of(at), 1) || is_private_page(at))
      at = page_of(at) + page_size - granule_size;
    else if (was_accessed(at))
      act(reinterpret_cast<const void*>(at));
  }
}

}  // namespace

void deallocation_point(uintptr_t begin, size_t n) {
  access_point(reinterpret_cast<const void*>(begin), beginning_of(n), true);
  for_each_accessed(begin, n, [](const void* p) { access_point(p, granule_size, true); });
}

void record_deallocation(uintptr_t begin, size_t n, AccessKind kind, const void* pc) {
  record_footprint(reinterpret_cast<const void*>(begin), beginning_of(n), kind, pc);
  for_each_accessed(begin, n, [=](const void* p) { record_footprint(p, granule_size, kind, pc); });
}

namespace {

// 1 when the header was overwritten.
size_t size_if_live(const void* p) {
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  return block.life == Life::live && block.size ? block.size : 1;
}

void block_deallocation_point(void* p) {
  deallocation_point(reinterpret_cast<uintptr_t>(p), size_if_live(p));
}

void release_recorded(const void* pc, void* p) {
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  record_deallocation(block.begin, block.size, race_kind(AccessKind::write, pc), pc);
  release_block(p);
}

// Memory that the C library cannot have allocated.
bool is_foreign(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return in_slots(address) || is_in_module(address);
}

}  // namespace

void free_checked(void* p, const void* pc) {
  if (!is_block(p) && is_foreign(p))
    return found({BugKind::memory, "free of what is no heap block", p});
  if (!is_block(p)) return system_heap().free(p);
  block_deallocation_point(p);
  bool can_be_freed = can_release(p);
  check_alloc_kind(AllocKind::malloc, p, pc);
  if (can_be_freed) release_recorded(pc, p);
  if (is_synchronising_code(pc)) close_step(current_thread());
}

void* reallocate(void* p, size_t size, const void* pc) {
  block_deallocation_point(p);
  if (!can_release(p)) return nullptr;
  void* fresh = allocate_unset(size);
  if (!fresh) return nullptr;
  size_t before = block_at(reinterpret_cast<uintptr_t>(p)).size;
  memcpy(fresh, p, size < before ? size : before);
  release_recorded(pc, p);
  return fresh;
}

void record_allocation(const void* p, const void* pc) {
  if (!follows_clocks()) return;
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  record_deallocation(block.begin, block.size, AccessKind::write, pc);
  clear_below();
}

void* allocated_by_malloc(void* p, const void* pc) {
  if (p && is_instrumented(reinterpret_cast<uintptr_t>(pc)))
    set_alloc_kind(p, AllocKind::malloc), record_allocation(p, pc);
  leave_no_traces();
  return p;
}

void record_unmapping(const void* p, size_t n, const void* pc) {
  if (!n) return;
  // Other mappings of the same file may remain: the content is not gone.
  if (in_file_contents(reinterpret_cast<uintptr_t>(p))) return record_protection(p, n);
  clear_below();
  deallocation_point(reinterpret_cast<uintptr_t>(p), n);
  record_deallocation(reinterpret_cast<uintptr_t>(p), n, race_kind(AccessKind::write, pc), pc);
  clear_below();
  leave_no_traces();
}

void record_protection(const void* p, size_t n) {
  if (!n) return;
  clear_below();
  auto begin = reinterpret_cast<uintptr_t>(p);
  accesses_shared(begin, beginning_of(n), AccessKind::write);
  for_each_accessed(begin, n, [](const void* at) {
    accesses_shared(reinterpret_cast<uintptr_t>(at), granule_size, AccessKind::write);
  });
  deallocation_point(begin, n);
  clear_below();
  leave_no_traces();
}

}  // namespace omc
