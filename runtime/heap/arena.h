// Arenas: where the blocks of the heap lie. Each thread has an arena in its slot, divided into
// chunks. A chunk holds blocks of one size class, or part of a large block. So every address leads
// to its block.
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

// Precedes the user part of a block. An aligned block has a gap between the two.
struct Header {
  uint64_t size : 56;  // requested by the program
  uint64_t alloc_kind : 8;
  uint32_t gap;  // between the header and the user part
  Life life;
};
static_assert(sizeof(Header) == smallest);

// A link of a free list. It is stored inverted, so that the scan for pointers does not take it for
// an address (heap/reachability.h).
struct Link {
  uint64_t hidden = 0;
  Header* get() const { return reinterpret_cast<Header*>(hidden ? ~hidden : 0); }
  void set(Header* header) { hidden = header ? ~reinterpret_cast<uint64_t>(header) : 0; }
};

struct Chunk {
  uint8_t size_class_and_one;  // 0: not in use
  uint8_t padding;
  uint16_t used;  // blocks that were allocated
  uint32_t back;  // large: distance to its first chunk
};

// The freed blocks of one size class.
struct FreeList {
  Link quarantined;        // may still be reachable
  Link reusable;           // known to be unreachable
  uint32_t chunk_and_one;  // the source of fresh blocks
  uint32_t padding;
};

// Lies at the beginning of an arena, so it is part of the program's memory and is rewound with it.
struct Arena {
  uint32_t chunks_used;
  FreeList lists[class_count + 1];
  Chunk chunks[chunk_count];
};

// 16, 32, 48, 64, then four sizes for each doubling.
inline unsigned class_of(size_t size) {
  if (size > largest_small) return large;
  if (size <= 4 * smallest) return static_cast<unsigned>(size ? (size - 1) / smallest : 0);
  unsigned shift =
      63 - static_cast<unsigned>(__builtin_clzll(size - 1)) - 2;  // keeps the top three bits
  unsigned doubling = shift - 4;
  return 4 + doubling * steps_per_doubling + static_cast<unsigned>((size - 1) >> shift) - 4;
}

inline uintptr_t arena_address(unsigned slot) { return slot_address(slot) + heap_offset; }
inline Arena& arena_of(unsigned slot) { return *reinterpret_cast<Arena*>(arena_address(slot)); }

// The arena of the current thread; maps it on first use.
Arena& my_arena();
// The size of all chunks in use.
size_t heap_in_use();

struct Location {
  Header* header = nullptr;
  size_t room = 0;  // after the header
  unsigned size_class = 0;
};
// The block that contains an address of the heap, in its header or its room. Null if none was
// allocated there.
Location locate(uintptr_t address);

// A block that was never allocated before, from the current thread's arena. Null when the arena is
// full.
Header* fresh_block(size_t room);

inline char* user_part(Header* header) { return reinterpret_cast<char*>(header + 1) + header->gap; }
inline Link& next_of(Header* header) { return *reinterpret_cast<Link*>(header + 1); }

}  // namespace omc
