// malloc and its relatives for an explored program. Each thread has an arena in its slot, and what a thread
// frees goes to its own free lists, whoever allocated it: so the allocator's state is a function of the
// thread's own history, and its k-th allocation has one address in every schedule. Fresh memory is zero and a
// freed block is zeroed, so that dead values do not tell states apart.
//
// An arena is cut into chunks, each with blocks of one size or part of one large block, so that any address leads to its
// block. A freed block rests for as long as a thread is likely to hold a pointer to it: it is not used again in the same
// step, and the first ones of each size that live longer than a step are never used again.
//
// Dormant, everything is forwarded to the C library; blocks know by their address whose they are.
#include "heap.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include <cstring>

#include "accesses.h"
#include "blocks.h"
#include "bug.h"
#include "known.h"
#include "order.h"
#include "pages.h"
#include "scheduler.h"
#include "sharing.h"

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace omc {
namespace {

constexpr size_t smallest = 16;
constexpr unsigned steps_per_doubling = 4;
constexpr unsigned class_count = 4 + steps_per_doubling * 8;
constexpr size_t largest_small = size_t{16} << 10;
constexpr size_t chunk_size = size_t{64} << 10;
constexpr unsigned chunk_count = heap_size / chunk_size;
constexpr unsigned resting = 16;  // freed blocks of a size that a thread does not use again
constexpr unsigned large = class_count;

// Where a block begins, before what the program may use; in the middle of aligned ones is a gap.
struct Header {
  uint64_t size;  // asked for
  uint32_t gap;   // from the end of this to what the program was given
  Life life;
};
static_assert(sizeof(Header) == smallest);

struct Chunk {
  uint8_t size_class_and_one;  // 0: not in use
  uint8_t padding;
  uint16_t used;               // blocks that were given out
  uint32_t back;               // large: how many chunks to its first
};

// Freed blocks of a size; each begins with the address of the next. Idle ones were born and freed in one step of one
// thread: nobody can have kept a pointer to them without a race.
struct FreeList {
  Header* idle;
  Header* rested;
  uint32_t rested_count;
  uint32_t chunk_and_one;  // where fresh blocks come from
};

// At the beginning of an arena, so that it is part of the program's memory and goes back with it.
struct Arena {
  uint32_t chunks_used;
  FreeList lists[class_count + 1];
  Chunk chunks[chunk_count];
};

// 16, 32, 48, 64, then four sizes for each doubling.
unsigned class_of(size_t size) {
  if (size > largest_small) return large;
  if (size <= 4 * smallest) return static_cast<unsigned>(size ? (size - 1) / smallest : 0);
  unsigned shift = 63 - static_cast<unsigned>(__builtin_clzll(size - 1)) - 2;  // the top three bits
  unsigned doubling = shift - 4;
  return 4 + doubling * steps_per_doubling + static_cast<unsigned>((size - 1) >> shift) - 4;
}

constexpr size_t class_size(unsigned size_class) {
  if (size_class < 4) return (size_class + 1) * smallest;
  unsigned doubling = (size_class - 4) / steps_per_doubling, step = (size_class - 4) % steps_per_doubling;
  return size_t{5 + step} << (doubling + 4);
}

constexpr size_t stride(unsigned size_class) { return sizeof(Header) + class_size(size_class); }

// Which block of a chunk an offset in it lies in: a multiplication is faster than a division, and exact for offsets this small.
struct Strides {
  uint64_t inverse[class_count];
  constexpr Strides() : inverse() {
    for (unsigned i = 0; i < class_count; i++) inverse[i] = (uint64_t{1} << 32) / stride(i) + 1;
  }
};
constexpr Strides strides;
constexpr unsigned index_of_block(unsigned size_class, size_t offset) {
  return static_cast<unsigned>(offset * strides.inverse[size_class] >> 32);
}
constexpr bool are_indices_exact() {
  for (unsigned i = 0; i < class_count; i++)
    for (size_t at = stride(i); at < chunk_size; at += stride(i))
      if (index_of_block(i, at) != at / stride(i) || index_of_block(i, at - 1) != at / stride(i) - 1) return false;
  return true;
}
static_assert(are_indices_exact());

uintptr_t arena_address(unsigned slot) { return slot_address(slot) + heap_offset; }
Arena& arena_of(unsigned slot) { return *reinterpret_cast<Arena*>(arena_address(slot)); }
uintptr_t chunk_address(unsigned slot, unsigned chunk) { return arena_address(slot) + chunk * chunk_size; }

// The arena of the running thread, mapped when it is first needed.
Arena& my_arena() {
  Thread& thread = self();
  Arena& arena = arena_of(thread.slot);
  if (thread.has_arena) return arena;
  thread.has_arena = true;
  uintptr_t begin = arena_address(thread.slot);
  if (map_at(begin, heap_size, PROT_READ))
    watch(begin, begin + heap_size, RegionKind::heap, thread.slot, PROT_READ | PROT_WRITE);
  arena.chunks_used = static_cast<uint32_t>((sizeof(Arena) + chunk_size - 1) / chunk_size);
  return arena;
}

// ---- From an address to its block ----

struct Location {
  Header* header = nullptr;
  size_t room = 0;  // behind the header
  unsigned size_class = 0;
};

Location locate(uintptr_t address) {
  unsigned slot = static_cast<unsigned>((address - slots_begin) / slot_size);
  uintptr_t offset = address - arena_address(slot);
  unsigned chunk = static_cast<unsigned>(offset / chunk_size);
  const Arena& arena = arena_of(slot);
  const Chunk& found = arena.chunks[chunk];
  if (chunk >= arena.chunks_used || !found.size_class_and_one) return {};
  unsigned size_class = found.size_class_and_one - 1u;
  if (size_class == large) {
    unsigned first = chunk - found.back;
    auto* header = reinterpret_cast<Header*>(chunk_address(slot, first));
    return {header, arena.chunks[first].used * chunk_size - sizeof(Header), large};
  }
  unsigned index = index_of_block(size_class, offset % chunk_size);
  if (index >= found.used) return {};
  return {reinterpret_cast<Header*>(chunk_address(slot, chunk) + index * stride(size_class)), class_size(size_class), size_class};
}

char* user_part(Header* header) { return reinterpret_cast<char*>(header + 1) + header->gap; }
Header*& next_of(Header* header) { return *reinterpret_cast<Header**>(header + 1); }

// ---- This step ----

// What the running step has allocated and freed. Not part of the state: a step begins with nothing.
struct Recent {
  uint64_t step;
  const void* block;
  bool born, freed;
};
constexpr unsigned most_recent = 1 << 12;  // a power of two
Recent recent[most_recent];
unsigned recent_count, freed_count;
uint64_t recent_step, recent_run, recent_place;

void forget_earlier_steps() {
  uint64_t place_in_schedule = world().last->steps;  // a hook that the search passes begins a step as well
  if (recent_run == checker.steps_run && recent_place == place_in_schedule) return;
  recent_run = checker.steps_run;
  recent_place = place_in_schedule;
  recent_step++;
  recent_count = freed_count = 0;
}

Recent* recent_at(const void* block, bool make) {
  forget_earlier_steps();
  auto place = static_cast<unsigned>(reinterpret_cast<uintptr_t>(block) * 0x9e3779b97f4a7c15u >> 40) % most_recent;
  for (; recent[place].step == recent_step + 1; place = (place + 1) % most_recent)
    if (recent[place].block == block) return &recent[place];
  if (!make || recent_count == most_recent / 2) return nullptr;
  recent_count++;
  recent[place] = {recent_step + 1, block, false, false};
  return &recent[place];
}

bool is_freed_now(const Header* header) {
  forget_earlier_steps();
  if (!freed_count) return false;
  const Recent* found = recent_at(header, false);
  return found && found->freed;
}

// ---- Taking ----

// The first of a list that was not freed just now.
Header* take_from(Header*& list, size_t room) {
  for (Header** link = &list; *link; link = &next_of(*link)) {
    Header* header = *link;
    bool fits = room <= largest_small || locate(reinterpret_cast<uintptr_t>(header)).room >= room;  // in a list of one size all do
    if (!fits || is_freed_now(header)) continue;
    *link = next_of(header);
    next_of(header) = nullptr;
    return header;
  }
  return nullptr;
}

// `n` fresh chunks side by side, or chunk_count.
unsigned fresh_chunks(Arena& arena, size_t n) {
  if (n > chunk_count - arena.chunks_used) return chunk_count;
  unsigned first = arena.chunks_used;
  arena.chunks_used += static_cast<uint32_t>(n);
  return first;
}

Header* fresh_large(Arena& arena, size_t room) {
  size_t n = (room + sizeof(Header) + chunk_size - 1) / chunk_size;
  unsigned first = n <= UINT16_MAX ? fresh_chunks(arena, n) : chunk_count;
  if (first == chunk_count) return nullptr;
  for (unsigned i = 0; i < n; i++) arena.chunks[first + i] = {large + 1, 0, static_cast<uint16_t>(i ? 0 : n), i};
  return reinterpret_cast<Header*>(chunk_address(self().slot, first));
}

Header* fresh_small(Arena& arena, unsigned size_class) {
  FreeList& list = arena.lists[size_class];
  bool is_full = list.chunk_and_one && (arena.chunks[list.chunk_and_one - 1].used + 1u) * stride(size_class) > chunk_size;
  if (!list.chunk_and_one || is_full) {
    unsigned chunk = fresh_chunks(arena, 1);
    if (chunk == chunk_count) return nullptr;
    arena.chunks[chunk] = {static_cast<uint8_t>(size_class + 1), 0, 0, 0};
    list.chunk_and_one = chunk + 1;
  }
  Chunk& chunk = arena.chunks[list.chunk_and_one - 1];
  return reinterpret_cast<Header*>(chunk_address(self().slot, list.chunk_and_one - 1) + chunk.used++ * stride(size_class));
}

Header* take_block(size_t room) {
  Arena& arena = my_arena();
  unsigned size_class = class_of(room);
  FreeList& list = arena.lists[size_class];
  if (Header* header = take_from(list.idle, room)) return header;
  if (list.rested_count > resting) {
    if (Header* header = take_from(list.rested, room)) return list.rested_count--, header;
  }
  return size_class == large ? fresh_large(arena, room) : fresh_small(arena, size_class);
}

void* allocate(size_t size, size_t alignment) {
  size_t extra = alignment > smallest ? alignment : 0;
  Header* header = size > heap_size / 2 || extra > heap_size / 4 ? nullptr : take_block(size + extra);
  if (!header) return errno = ENOMEM, nullptr;
  auto after = reinterpret_cast<uintptr_t>(header + 1);
  uintptr_t given = extra ? round_up(after, alignment) : after;
  *header = {size, static_cast<uint32_t>(given - after), Life::live};
  if (world().thread_count > 1)
    if (Recent* found = recent_at(header, true)) *found = {found->step, header, true, false};
  note_birth(after);
  return reinterpret_cast<void*>(given);
}

// ---- Giving back ----

// The block that `p` was given for; null, after the bug was told, when there is none that can be given back.
Header* block_to_free(void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  Header* header = locate(address).header;
  if (header && header->life == Life::live && user_part(header) == p) return header;
  const char* text = "free of what is no heap block";
  if (header && header->life == Life::freed) text = "double free";
  else if (header && header->life != Life::live) text = "free of a block whose header was overwritten";
  else if (header) text = "free of an address inside a heap block";
  found({BugKind::memory, text, p});
  return nullptr;
}

void release(Header* header) {
  char* p = user_part(header);
  note_death(reinterpret_cast<uintptr_t>(header + 1), reinterpret_cast<uintptr_t>(p), header->size);
  forget_order(reinterpret_cast<uintptr_t>(p), header->size);
  Location where = locate(reinterpret_cast<uintptr_t>(header));
  Arena& arena = my_arena();
  FreeList& list = arena.lists[where.size_class];
  Recent* now = world().thread_count > 1 ? recent_at(header, true) : nullptr;
  bool idle = now && now->born;
  if (now) now->freed = true, freed_count++;
  zero_range(reinterpret_cast<uintptr_t>(header + 1), where.room);
  forget_repeated();
  forget_block(reinterpret_cast<uintptr_t>(p), header->size);
  *header = {0, 0, Life::freed};
  next_of(header) = idle ? list.idle : list.rested;
  (idle ? list.idle : list.rested) = header;
  list.rested_count += !idle;
}

// Others must be done with it: giving it back counts as writing to it. Of a large block the beginning will do, because whoever
// comes too late meets freed memory.
size_t counted_size(const Header& header) {
  constexpr size_t enough = 1024, replayed = 1 << 20;
  size_t most = checker.is_replay && checker.follows_order ? replayed : enough;
  return header.size < most ? header.size : most;
}

// Where orders are followed, it may be that nobody can come too late: there it counts wherever somebody has been.
void count_release(const void* pc, Header* header) {
  size_t first = counted_size(*header);
  note_access(user_part(header), first, AccessKind::write, pc);
  if (!checker.follows_order || checker.is_replay || !inside() || first == header->size) return;
  auto begin = reinterpret_cast<uintptr_t>(user_part(header)), end = begin + header->size;
  for (uintptr_t at = (begin + first) & ~(granule_size - 1); at + granule_size <= end; at += granule_size) {
    if (is_private_page(at)) at = page_of(at) + page_size - granule_size;
    else if (was_touched(at)) note_access(reinterpret_cast<void*>(at), granule_size, AccessKind::write, pc);
  }
}

void release_for(const void* pc, Header* header) {
  count_release(pc, header);
  release(header);
}

// Without a caller it is the checker itself.
void* reallocate(void* p, size_t size, const void* pc) {
  Header* header = block_to_free(p);
  if (!header) return nullptr;
  size_t room = locate(reinterpret_cast<uintptr_t>(p)).room - header->gap;
  if (size <= room && size >= room / 2) {
    if (size < header->size) memset(static_cast<char*>(p) + size, 0, header->size - size);
    forget_repeated();
    forget_block(reinterpret_cast<uintptr_t>(p), header->size);
    header->size = size;
    return p;
  }
  void* fresh = allocate(size, smallest);
  if (!fresh) return nullptr;
  memcpy(fresh, p, size < header->size ? size : header->size);
  if (pc) release_for(pc, header);
  else release(header);
  return fresh;
}

bool is_block(const void* p) { return in_heap(reinterpret_cast<uintptr_t>(p)); }

// Memory that the C library can not have given.
bool is_foreign(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return in_slots(address) || is_in_module(address);
}

}  // namespace

void* take_heap(size_t n) { return inside() ? allocate(n, smallest) : __libc_calloc(1, n); }

void* grow_heap(void* p, size_t n) {
  if (!p) return take_heap(n);
  return is_block(p) && inside() ? reallocate(p, n, nullptr) : __libc_realloc(p, n);
}

void give_heap(void* p) {
  if (!p) return;
  if (!is_block(p)) return __libc_free(p);
  if (Header* header = inside() ? block_to_free(p) : nullptr) release(header);
}

Block block_at(uintptr_t address) {
  Location where = locate(address);
  if (!where.header) return {};
  return {reinterpret_cast<uintptr_t>(user_part(where.header)), where.header->size, where.header->life,
          reinterpret_cast<uintptr_t>(where.header + 1)};
}

}  // namespace omc

using namespace omc;

#pragma GCC visibility push(default)
extern "C" {

size_t malloc_usable_size(void* p);

void* malloc(size_t size) { return inside() ? allocate(size, smallest) : __libc_malloc(size); }

void free(void* p) {
  if (!p) return;
  if (inside() && !is_block(p) && is_foreign(p)) return found({BugKind::memory, "free of what is no heap block", p});
  if (!is_block(p)) return __libc_free(p);
  if (!inside()) return;
  Header* before = locate(reinterpret_cast<uintptr_t>(p)).header;
  access_point(p, before && before->size ? counted_size(*before) : 1, true);
  if (Header* header = block_to_free(p)) release_for(__builtin_return_address(0), header);
  leave_no_traces();
}

void* calloc(size_t n, size_t size) {
  if (!inside()) return __libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return allocate(bytes, smallest);
}

void* realloc(void* p, size_t size) {
  if (!p) return malloc(size);
  if (!is_block(p)) return __libc_realloc(p, size);
  if (!inside()) {
    void* fresh = __libc_malloc(size);
    size_t old = malloc_usable_size(p);
    if (fresh) memcpy(fresh, p, size < old ? size : old);
    return fresh;
  }
  if (!size) return free(p), nullptr;
  return reallocate(p, size, __builtin_return_address(0));
}

void* reallocarray(void* p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return realloc(p, bytes);
}

void* memalign(size_t alignment, size_t size) {
  return inside() ? allocate(size, alignment) : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** out, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) || alignment & (alignment - 1) || !alignment) return EINVAL;
  int saved = errno;
  void* p = memalign(alignment, size);
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

void* valloc(size_t size) { return memalign(page_size, size); }
void* pvalloc(size_t size) { return memalign(page_size, round_up(size, page_size)); }

size_t malloc_usable_size(void* p) {
  if (!p) return 0;
  if (is_block(p)) return block_at(reinterpret_cast<uintptr_t>(p)).size;
  // The C library's own chunk header: the size, with three flags, before the block.
  size_t chunk = static_cast<size_t*>(p)[-1];
  return (chunk & ~size_t{7}) - (chunk & 2 ? 2 : 1) * sizeof(size_t);
}

}  // extern "C"
