// A block of the heap of an explored program. Its address says that it is one, and whose arena it
// lies in.
#pragma once

#include "platform/address_space.h"

namespace omc {

constexpr size_t heap_alignment = 16;  // of every block

enum class Life : uint32_t { none = 0, live = 0x4c495645, freed = 0x46524545 };

// Who has made a block, and so who may give it back; any where that is not known.
enum class Family : uint8_t { any, malloc, one, array };

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

// Whose a block is shows by its address.
inline bool is_block(const void* p) { return in_heap(reinterpret_cast<uintptr_t>(p)); }

}  // namespace omc
