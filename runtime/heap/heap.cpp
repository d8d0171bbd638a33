// The heap of an explored program. Each thread allocates from its own arena and frees to its own
// free lists, whoever allocated the block. So a thread's k-th allocation has one address in every
// schedule, unless a freed block is still reachable. Unused and freed memory is zero, and what
// malloc returns is a pattern, so that dead values do not distinguish states.
//
// A freed block stays in quarantine while it is reachable. So every use of it is detected
// as a use of freed memory, in every schedule. With --reuse it may leave the quarantine all the
// same: that is an outcome of the allocation, which the search chooses.
#include "heap/heap.h"

#include <errno.h>

#include <cstring>

#include "heap/reachability.h"
#include "heap/reuse.h"
#include "heap/system_heap.h"
#include "snapshot/pages.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

// ---- Quarantine ----

// Limits how often a step scans for unreachable blocks: at its first need, then each time twice as
// much was freed, up to the size of the heap. Not part of the state, since each step starts afresh.
struct Scans {
  uint64_t run, place;
  size_t freed, wanted;
};
Scans scans;

Scans& scans_of_step() {
  // A hook that the search passes begins a step as well.
  uint64_t place_in_schedule = world().last_thread->steps;
  if (scans.run != checker.steps_run || scans.place != place_in_schedule)
    scans = {checker.steps_run, place_in_schedule, 0, 0};
  return scans;
}

// Moves the unreachable blocks, in their order, to the front of the reusable ones.
void leave_quarantine(FreeList& list) {
  Link first;
  Link* last = &first;
  for (Link* link = &list.quarantined; Header* header = link->get();) {
    if (is_reachable(header)) {
      link = &next_of(header);
      continue;
    }
    *link = next_of(header);
    last->set(header);
    last = &next_of(header);
  }
  *last = list.reusable;
  list.reusable = first;
}

[[gnu::noinline]] void scan_quarantine(Arena& arena, const void* stack) {
  constexpr size_t few = 4096;
  Scans& mine = scans_of_step();
  scan_for_pointers(stack);
  for (FreeList& list : arena.lists)
    if (list.quarantined.get()) leave_quarantine(list);
  size_t most = heap_in_use();
  mine.wanted = mine.wanted ? mine.wanted * 2 : few;
  if (mine.wanted > most) mine.wanted = most;
  mine.freed = 0;
}

// ---- Allocating ----

// Set between announce_allocation and the end of the allocation. While the thread waits in between
// it is not set.
bool is_announced;

// In a list of one size class all fit.
bool fits(Header* header, size_t room) {
  return room <= largest_small || locate(reinterpret_cast<uintptr_t>(header)).room >= room;
}

Header* take_from(Link& list, size_t room) {
  for (Link* link = &list; Header* header = link->get(); link = &next_of(header)) {
    if (!fits(header, room)) continue;
    *link = next_of(header);
    next_of(header) = {};
    return header;
  }
  return nullptr;
}

Header* take_from_quarantine(Arena& arena, size_t room, const void* stack) {
  scan_quarantine(arena, stack);
  clear_below();
  return take_from(arena.lists[class_of(room)].reusable, room);
}

Header* take_block(size_t room, const void* stack) {
  Arena& arena = my_arena();
  FreeList& list = arena.lists[class_of(room)];
  const Scans& mine = scans_of_step();
  Header* header = take_from(list.reusable, room);
  if (!header && list.quarantined.get() && mine.freed >= mine.wanted) {
    header = take_from_quarantine(arena, room, stack);
    if (is_announced && list.quarantined.get() && can_reuse()) record_reuse_place();
  }
  if (!header) header = fresh_block(room);
  return header ? header : take_from_quarantine(arena, room, stack);
}

// ---- Reuse ----

constexpr unsigned most_returning = 8;  // of which the search chooses one; the last to be freed

unsigned count_returning(const FreeList& list, size_t room) {
  unsigned n = 0;
  for (Header* header = list.quarantined.get(); header && n < most_returning;
       header = next_of(header).get())
    n += fits(header, room);
  return n;
}

Header* take_returning(FreeList& list, size_t room, unsigned n) {
  for (Link* link = &list.quarantined; Header* header = link->get(); link = &next_of(header)) {
    if (!fits(header, room) || --n) continue;
    *link = next_of(header);
    next_of(header) = {};
    return header;
  }
  return nullptr;
}

// A reachable freed block, if the search chooses that one comes back. After the scan the quarantine
// holds exactly these, and only this thread changes it: while the thread waits here, it stays.
[[gnu::noinline]] Header* returning_block(size_t room, const void* stack) {
  if (!is_announced || !may_reuse() || !can_reuse()) return nullptr;
  Arena& arena = my_arena();
  FreeList& list = arena.lists[class_of(room)];
  if (!list.quarantined.get()) return nullptr;
  scan_quarantine(arena, stack);
  clear_below();
  unsigned n = count_returning(list, room);
  if (!n) return nullptr;
  is_announced = false;
  unsigned chosen = point(Op::reuse, nullptr, 0, n + 1);
  Header* header = chosen ? take_returning(list, room, chosen) : nullptr;
  if (header) count_reuse();
  happened(Op::reuse, nullptr, header != nullptr);
  return header;
}

// ---- Freeing ----

// The block that begins at `p`. Reports a bug and returns null when there is none to free.
Header* block_to_free(void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  Location where = locate(address);
  Header* header = where.header;
  bool is_whole = header && header->size + header->gap <= where.room;
  if (is_whole && header->life == Life::live && user_part(header) == p) return header;
  const char* text = "free of what is no heap block";
  if (header && header->life == Life::freed)
    text = "double free";
  else if (header && (header->life != Life::live || !is_whole))
    text = "free of a block whose header was overwritten";
  else if (header)
    text = "free of an address inside a heap block";
  found({BugKind::memory, text, p});
  return nullptr;
}

void release(Header* header) {
  auto room = reinterpret_cast<uintptr_t>(header + 1);
  block_died({room, reinterpret_cast<uintptr_t>(user_part(header)), header->size});
  Location where = locate(reinterpret_cast<uintptr_t>(header));
  zero_range(room, where.room);
  *header = {0, 0, 0, Life::freed};
  Link& quarantined = my_arena().lists[where.size_class].quarantined;
  next_of(header) = quarantined;
  quarantined.set(header);
  scans_of_step().freed += where.room;
}

}  // namespace

// The callee-saved registers, which __builtin_unwind_init stores on the stack.
constexpr size_t saved_registers = 5;

void* allocate(size_t size, size_t alignment) {
  __builtin_unwind_init();
  const void* stack = static_cast<void**>(__builtin_frame_address(0)) - saved_registers;
  size_t extra = alignment > smallest ? alignment : 0;
  bool is_too_large = size > heap_size / 2 || extra > heap_size / 4;
  Header* header = nullptr;
  if (!is_too_large) header = returning_block(size + extra, stack);
  if (!header && !is_too_large) header = take_block(size + extra, stack);
  is_announced = false;
  if (!header) return errno = ENOMEM, nullptr;
  auto after = reinterpret_cast<uintptr_t>(header + 1);
  uintptr_t given = extra ? round_up(after, alignment) : after;
  *header = {size, 0, static_cast<uint32_t>(given - after), Life::live};
  block_born(after);
  leave_no_traces();
  return reinterpret_cast<void*>(given);
}

void* allocate_unset(size_t size, size_t alignment) {
  constexpr int pattern = 0xeb;
  constexpr size_t most = 128 << 10;  // the C library takes larger blocks from the kernel, as zeros
  void* p = allocate(size, alignment);
  if (p && size <= most) memset(p, pattern, size);
  return p;
}

void announce_allocation() { is_announced = true; }

bool can_release(void* p) { return block_to_free(p); }

void release_block(void* p) { release(locate(reinterpret_cast<uintptr_t>(p)).header); }

static Header* block_of(const void* p) {
  Header* header = is_block(p) ? locate(reinterpret_cast<uintptr_t>(p)).header : nullptr;
  return header && header->life == Life::live && user_part(header) == p ? header : nullptr;
}

AllocKind alloc_kind_of(const void* p) {
  Header* header = block_of(p);
  return header ? static_cast<AllocKind>(header->alloc_kind) : AllocKind::any;
}

void set_alloc_kind(void* p, AllocKind alloc_kind) {
  if (Header* header = block_of(p)) header->alloc_kind = static_cast<uint8_t>(alloc_kind);
}

void shrink_block(void* p, size_t size) {
  Header* header = block_of(p);
  if (header && size < header->size) header->size = size;
}

void* allocate_internal(size_t n) {
  return entered() ? allocate(n, smallest) : system_heap().calloc(1, n);
}

static void* grow_block(void* p, size_t n) {
  Header* header = block_to_free(p);
  if (!header) return nullptr;
  size_t room = locate(reinterpret_cast<uintptr_t>(p)).room - header->gap;
  if (n >= header->size && n <= room) return header->size = n, p;
  void* fresh = allocate(n, smallest);
  if (!fresh) return nullptr;
  memcpy(fresh, p, n < header->size ? n : header->size);
  release(header);
  return fresh;
}

void* reallocate_internal(void* p, size_t n) {
  if (!p) return allocate_internal(n);
  return is_block(p) && entered() ? grow_block(p, n) : system_heap().realloc(p, n);
}

void free_internal(void* p) {
  if (!p) return;
  if (!is_block(p)) return system_heap().free(p);
  if (Header* header = entered() ? block_to_free(p) : nullptr) release(header);
}

// A block whose header was overwritten counts with its whole room.
static Block as_block(const Location& where) {
  Header* header = where.header;
  if (!header) return {};
  auto room = reinterpret_cast<uintptr_t>(header + 1);
  if (header->size + header->gap > where.room) return {room, where.room, header->life, room};
  return {room + header->gap, header->size, header->life, room};
}

Block block_at(uintptr_t address) { return as_block(locate(address)); }

// The block before the one at an address, or the last block before an unused address.
static Block block_before(uintptr_t address) {
  if (Header* here = locate(address).header) return block_at(reinterpret_cast<uintptr_t>(here) - 1);
  uintptr_t first = address - (address - slots_begin) % slot_size + heap_offset;
  for (uintptr_t at = address & ~(smallest - 1),
                 end = at > first + chunk_size ? at - chunk_size : first;
       at > end; at -= smallest)
    if (Location where = locate(at - 1); where.header) return as_block(where);
  return {};
}

Block block_near(uintptr_t address) {
  Block here = block_at(address);
  if (here.begin && address >= here.begin) return here;
  Block before = block_before(address);
  if (before.life != Life::live) return here;
  bool nearer = address - before.begin - before.size <= here.begin - address;
  return here.life != Life::live || nearer ? before : here;
}

}  // namespace omc
