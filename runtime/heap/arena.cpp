#include "heap/arena.h"

#include <sys/mman.h>

#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr size_t class_size(unsigned size_class) {
  if (size_class < 4) return (size_class + 1) * smallest;
  unsigned doubling = (size_class - 4) / steps_per_doubling,
           step = (size_class - 4) % steps_per_doubling;
  return size_t{5 + step} << (doubling + 4);
}

constexpr size_t stride(unsigned size_class) { return sizeof(Header) + class_size(size_class); }

// Block index from offset in the chunk. Multiplying by the inverse is faster than dividing, and
// exact for offsets this small.
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
      if (index_of_block(i, at) != at / stride(i) ||
          index_of_block(i, at - 1) != at / stride(i) - 1)
        return false;
  return true;
}
static_assert(are_indices_exact());

bool is_mapped[max_threads];  // arenas that this process has mapped, by slot

uintptr_t chunk_address(unsigned slot, unsigned chunk) {
  return arena_address(slot) + chunk * chunk_size;
}

// The first of `n` adjacent fresh chunks, or chunk_count when there are too few.
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
  for (unsigned i = 0; i < n; i++)
    arena.chunks[first + i] = {large + 1, 0, static_cast<uint16_t>(i ? 0 : n), i};
  return reinterpret_cast<Header*>(chunk_address(current_thread().slot, first));
}

Header* fresh_small(Arena& arena, unsigned size_class) {
  FreeList& list = arena.lists[size_class];
  bool is_full = list.chunk_and_one &&
                 (arena.chunks[list.chunk_and_one - 1].used + 1u) * stride(size_class) > chunk_size;
  if (!list.chunk_and_one || is_full) {
    unsigned chunk = fresh_chunks(arena, 1);
    if (chunk == chunk_count) return nullptr;
    arena.chunks[chunk] = {static_cast<uint8_t>(size_class + 1), 0, 0, 0};
    list.chunk_and_one = chunk + 1;
  }
  Chunk& chunk = arena.chunks[list.chunk_and_one - 1];
  return reinterpret_cast<Header*>(chunk_address(current_thread().slot, list.chunk_and_one - 1) +
                                   chunk.used++ * stride(size_class));
}

}  // namespace

Arena& my_arena() {
  Thread& thread = current_thread();
  Arena& arena = arena_of(thread.slot);
  if (thread.has_arena) return arena;
  thread.has_arena = is_mapped[thread.slot] = true;
  uintptr_t begin = arena_address(thread.slot);
  if (map_at(begin, heap_size, PROT_READ))
    watch(begin, begin + heap_size, RegionKind::heap, thread.slot, PROT_READ | PROT_WRITE);
  arena.chunks_used = static_cast<uint32_t>((sizeof(Arena) + chunk_size - 1) / chunk_size);
  return arena;
}

size_t heap_in_use() {
  const World& w = world();
  size_t sum = 0;
  for (unsigned i = 0; i < w.thread_count; i++)
    if (w.threads[i].has_arena) sum += arena_of(w.threads[i].slot).chunks_used * chunk_size;
  return sum;
}

Location locate(uintptr_t address) {
  unsigned slot = static_cast<unsigned>((address - slots_begin) / slot_size);
  if (!is_mapped[slot]) return {};
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
  return {reinterpret_cast<Header*>(chunk_address(slot, chunk) + index * stride(size_class)),
          class_size(size_class), size_class};
}

Header* fresh_block(size_t room) {
  Arena& arena = my_arena();
  unsigned size_class = class_of(room);
  return size_class == large ? fresh_large(arena, room) : fresh_small(arena, size_class);
}

}  // namespace omc
