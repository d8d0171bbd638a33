// The heap of an explored program. Each thread has an arena in its slot, and what a thread frees
// goes to its own free lists, whoever allocated it: so a thread's k-th allocation has one address
// in every schedule, unless somebody holds a pointer to what it has freed. Fresh memory is zero and
// a freed block is zeroed, so that dead values do not tell states apart.
//
// A freed block rests until nothing points to it any more. Whoever uses it after that must have got
// its address from nowhere; before, a use of it meets freed memory and is told, in every schedule.
#include "heap/heap.h"

#include <errno.h>

#include <cstring>

#include "heap/reachability.h"
#include "heap/system_heap.h"
#include "snapshot/pages.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

// ---- Rest ----

// When the running step looks for blocks that nothing points to: where it first needs one, and then
// ever less often, until as much was freed as there is. Not part of the state: a step begins with
// nothing.
struct Looks {
  uint64_t run, place;
  size_t freed, wanted;
};
Looks looks;

Looks& looks_of_step() {
  uint64_t place_in_schedule =
      world().last_thread->steps;  // a hook that the search passes begins a step as well
  if (looks.run != checker.steps_run || looks.place != place_in_schedule)
    looks = {checker.steps_run, place_in_schedule, 0, 0};
  return looks;
}

// Moves the blocks that nothing points to, in their order, before those that are ready.
void find_ready(FreeList& list) {
  Link first;
  Link* last = &first;
  for (Link* link = &list.resting; Header* header = link->get();) {
    if (is_pointed_to(header)) {
      link = &next_of(header);
      continue;
    }
    *link = next_of(header);
    last->set(header);
    last = &next_of(header);
  }
  *last = list.ready;
  list.ready = first;
}

[[gnu::noinline]] void find_ready_blocks(Arena& arena, const void* stack) {
  constexpr size_t few = 4096;
  Looks& mine = looks_of_step();
  look_for_pointers(stack);
  for (FreeList& list : arena.lists)
    if (list.resting.get()) find_ready(list);
  size_t most = heap_in_use();
  mine.wanted = mine.wanted ? mine.wanted * 2 : few;
  if (mine.wanted > most) mine.wanted = most;
  mine.freed = 0;
}

// ---- Taking ----

Header* take_from(Link& list, size_t room) {
  for (Link* link = &list; Header* header = link->get(); link = &next_of(header)) {
    bool fits = room <= largest_small || locate(reinterpret_cast<uintptr_t>(header)).room >=
                                             room;  // in a list of one size all do
    if (!fits) continue;
    *link = next_of(header);
    next_of(header) = {};
    return header;
  }
  return nullptr;
}

Header* take_rested(Arena& arena, size_t room, const void* stack) {
  find_ready_blocks(arena, stack);
  clear_below();
  return take_from(arena.lists[class_of(room)].ready, room);
}

Header* take_block(size_t room, const void* stack) {
  Arena& arena = my_arena();
  FreeList& list = arena.lists[class_of(room)];
  const Looks& mine = looks_of_step();
  Header* header = take_from(list.ready, room);
  if (!header && list.resting.get() && mine.freed >= mine.wanted)
    header = take_rested(arena, room, stack);
  if (!header) header = fresh_block(room);
  return header ? header : take_rested(arena, room, stack);
}

// ---- Giving back ----

// The block that `p` was given for; null, after the bug was told, when there is none that can be
// given back.
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
  Link& resting = my_arena().lists[where.size_class].resting;
  next_of(header) = resting;
  resting.set(header);
  looks_of_step().freed += where.room;
}

}  // namespace

// What the registers of the program hold is on the stack from here on.
constexpr size_t saved_registers = 5;

void* allocate(size_t size, size_t alignment) {
  __builtin_unwind_init();
  const void* stack = static_cast<void**>(__builtin_frame_address(0)) - saved_registers;
  size_t extra = alignment > smallest ? alignment : 0;
  Header* header =
      size > heap_size / 2 || extra > heap_size / 4 ? nullptr : take_block(size + extra, stack);
  if (!header) return errno = ENOMEM, nullptr;
  auto after = reinterpret_cast<uintptr_t>(header + 1);
  uintptr_t given = extra ? round_up(after, alignment) : after;
  *header = {size, 0, static_cast<uint32_t>(given - after), Life::live};
  block_born(after);
  leave_no_traces();
  return reinterpret_cast<void*>(given);
}

bool can_release(void* p) { return block_to_free(p); }

void release_block(void* p) { release(locate(reinterpret_cast<uintptr_t>(p)).header); }

static Header* block_of(const void* p) {
  Header* header = is_block(p) ? locate(reinterpret_cast<uintptr_t>(p)).header : nullptr;
  return header && header->life == Life::live && user_part(header) == p ? header : nullptr;
}

Family family_of(const void* p) {
  Header* header = block_of(p);
  return header ? static_cast<Family>(header->family) : Family::any;
}

void set_family(void* p, Family family) {
  if (Header* header = block_of(p)) header->family = static_cast<uint8_t>(family);
}

void shrink_block(void* p, size_t size) {
  Header* header = block_of(p);
  if (header && size < header->size) header->size = size;
}

void* take_heap(size_t n) { return entered() ? allocate(n, smallest) : real_heap().calloc(1, n); }

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

void* grow_heap(void* p, size_t n) {
  if (!p) return take_heap(n);
  return is_block(p) && entered() ? grow_block(p, n) : real_heap().realloc(p, n);
}

void give_heap(void* p) {
  if (!p) return;
  if (!is_block(p)) return real_heap().free(p);
  if (Header* header = entered() ? block_to_free(p) : nullptr) release(header);
}

// Where the header was overwritten, all that could be in it.
static Block as_block(const Location& where) {
  Header* header = where.header;
  if (!header) return {};
  auto room = reinterpret_cast<uintptr_t>(header + 1);
  if (header->size + header->gap > where.room) return {room, where.room, header->life, room};
  return {room + header->gap, header->size, header->life, room};
}

Block block_at(uintptr_t address) { return as_block(locate(address)); }

// The block before the one that an address lies in, or before where none is yet.
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
