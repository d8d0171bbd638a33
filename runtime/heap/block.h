// A block of the heap of an explored program. An address alone shows whether it lies in a block and
// in whose arena.
#pragma once

#include "platform/address_space.h"

namespace omc {

constexpr size_t heap_alignment = 16;

enum class Life : uint32_t { none = 0, live = 0x4c495645, freed = 0x46524545 };

// The allocation function of a block, which determines how to free it; `any` when unknown.
enum class AllocKind : uint8_t { any, malloc, new_object, new_array };

// A block as the program sees it.
struct Block {
  uintptr_t begin = 0;
  size_t size = 0;
  Life life = Life::none;
  uintptr_t room = 0;  // where the room begins; before `begin` in an aligned block
};

inline bool in_heap(uintptr_t address) {
  return in_slots(address) && (address - slots_begin) % slot_size >= heap_offset;
}

// True for blocks of this heap, as opposed to the system heap.
inline bool is_block(const void* p) { return in_heap(reinterpret_cast<uintptr_t>(p)); }

}  // namespace omc
