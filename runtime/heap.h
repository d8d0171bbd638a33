// The heap of an explored program, as others see it: which block an address belongs to.
#pragma once

#include "layout.h"

namespace omc {

enum class Life : uint32_t { none = 0, live = 0x4c495645, freed = 0x46524545 };

// What malloc gave: where the program's part begins, and how long it is.
struct Block {
  uintptr_t begin = 0;
  size_t size = 0;
  Life life = Life::none;
  uintptr_t room = 0;  // where its room begins; an aligned block begins later
};

inline bool in_heap(uintptr_t address) {
  return in_slots(address) && (address - slots_begin) % slot_size >= heap_offset;
}

// Blocks that the checker keeps for the program, such as what is in a pipe: zeroed, and neither places to switch nor accesses.
void* take_heap(size_t n);
void* grow_heap(void* p, size_t n);
void give_heap(void* p);

// The block that an address of the heap lies in or just behind; none where none was ever given out.
Block block_at(uintptr_t address);

}  // namespace omc
