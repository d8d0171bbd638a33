#include "races/lifetimes.h"

#include <sys/mman.h>

#include "heap/heap.h"
#include "libc/interpose.h"
#include "sharing/shared_memory_map.h"

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

void note_making(const void* p, const void* pc) {
  if (!checker.follows_order) return;
  Block block = block_at(reinterpret_cast<uintptr_t>(p));
  note_ending(block.begin, block.size, AccessKind::write, pc);
  clear_below();
}

namespace {

void count_ending(void* p, size_t n, const void* pc) {
  if (!counts() || !n) return;
  clear_below();
  ending_point(reinterpret_cast<uintptr_t>(p), n);
  note_ending(reinterpret_cast<uintptr_t>(p), n, as_seen(AccessKind::write, pc), pc);
  clear_below();
  leave_no_traces();
}

// The kernel keeps a change of protection and an access apart: no race, but what comes of it
// depends on which is first.
void count_protection(void* p, size_t n) {
  if (!counts() || !n) return;
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

}  // namespace

COUNTED(int, munmap, (void* p, size_t n)) {
  count_ending(p, n, CALLER);
  return real_munmap()(p, n);
}

COUNTED(void*, mremap, (void* p, size_t before, size_t n, int flags, void* to)) {
  count_ending(p, before, CALLER);
  return real_mremap()(p, before, n, flags, to);
}

COUNTED(int, madvise, (void* p, size_t n, int advice)) {
  if (advice == MADV_DONTNEED || advice == MADV_FREE) count_ending(p, n, CALLER);
  return real_madvise()(p, n, advice);
}

COUNTED(int, mprotect, (void* p, size_t n, int protection)) {
  count_protection(p, n);
  return real_mprotect()(p, n, protection);
}

}  // namespace omc
