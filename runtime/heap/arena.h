// Where the blocks of the heap lie. Each thread has an arena in its slot, cut into chunks, each
// with blocks of one size or part of one large block, so that any address leads to its block.
#pragma once

#include "heap/block.h"

namespace omc {

constexpr size_t smallest = heap_alignment;
constexpr unsigned steps_per_doubling = 4;
constexpr unsigned class_count = 4 + steps_per_doubling * 8;
constexpr size_t largest_small = size_t{16} << 10;
constexpr size_t chunk_size = size_t{64} << 10;
constexpr unsigned chunk_count = heap_size / chunk_size;
constexpr unsigned large = class_count;

// Where a block begins, before what the program may use; in the middle of aligned ones is a gap.
struct Header {
  uint64_t size : 56;  // asked for
  uint64_t family : 8;
  uint32_t gap;  // from the end of this to what the program was given
  Life life;
};
static_assert(sizeof(Header) == smallest);

// The first of a list of freed blocks, each of which begins with the link to the next. Written so
// that it does not look like an address (heap/reachability.h).
struct Link {
  uint64_t hidden = 0;
  Header* get() const { return reinterpret_cast<Header*>(hidden ? ~hidden : 0); }
  void set(Header* header) { hidden = header ? ~reinterpret_cast<uint64_t>(header) : 0; }
};

struct Chunk {
  uint8_t size_class_and_one;  // 0: not in use
  uint8_t padding;
  uint16_t used;  // blocks that were given out
  uint32_t back;  // large: how many chunks to its first
};

// Blocks of a size that the thread has freed.
struct FreeList {
  Link resting;            // somebody may still point to them
  Link ready;              // nobody does
  uint32_t chunk_and_one;  // where fresh blocks come from
  uint32_t padding;
};

// At the beginning of an arena, so that it is part of the program's memory and goes back with it.
struct Arena {
  uint32_t chunks_used;
  FreeList lists[class_count + 1];
  Chunk chunks[chunk_count];
};

// 16, 32, 48, 64, then four sizes for each doubling.
inline unsigned class_of(size_t size) {
  if (size > largest_small) return large;
  if (size <= 4 * smallest) return static_cast<unsigned>(size ? (size - 1) / smallest : 0);
  unsigned shift = 63 - static_cast<unsigned>(__builtin_clzll(size - 1)) - 2;  // the top three bits
  unsigned doubling = shift - 4;
  return 4 + doubling * steps_per_doubling + static_cast<unsigned>((size - 1) >> shift) - 4;
}

inline uintptr_t arena_address(unsigned slot) { return slot_address(slot) + heap_offset; }
inline Arena& arena_of(unsigned slot) { return *reinterpret_cast<Arena*>(arena_address(slot)); }

// The arena of the running thread, mapped when it is first needed.
Arena& my_arena();
// Bytes of all arenas that are in use, in whole chunks.
size_t heap_in_use();

struct Location {
  Header* header = nullptr;
  size_t room = 0;  // behind the header
  unsigned size_class = 0;
};
// The block whose header or room an address of the heap lies in, if it was ever given out.
Location locate(uintptr_t address);

// A block that was never given out, in the arena of the running thread; null when it is full.
Header* fresh_block(size_t room);

inline char* user_part(Header* header) { return reinterpret_cast<char*>(header + 1) + header->gap; }
inline Link& next_of(Header* header) { return *reinterpret_cast<Link*>(header + 1); }

}  // namespace omc
