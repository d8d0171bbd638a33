// The heap of an explored program, as others see it: which block an address belongs to.
#pragma once

#include "platform/address_space.h"

namespace omc {

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

// For the program. An alignment is a power of two.
constexpr size_t heap_alignment = 16;  // of every block
void* allocate(size_t size, size_t alignment = heap_alignment);
// Without a caller it is the checker itself.
void* reallocate(void* p, size_t size, const void* pc);
void give_back(void* p, const void* pc);

// Blocks that the checker keeps for the program, such as what is in a pipe: zeroed, and neither
// places to switch nor accesses.
void* take_heap(size_t n);
void* grow_heap(void* p, size_t n);
void give_heap(void* p);

// The block that an address of the heap lies in or just behind; none where none was ever given out.
Block block_at(uintptr_t address);
// The one that an access to a place between blocks has missed: where they lie side by side, the one
// before.
Block block_near(uintptr_t address);

// Of the block that lives and begins at `p`.
Family family_of(const void* p);
void set_family(void* p, Family family);
// To what was asked for, where that is less.
void shrink_block(void* p, size_t size);

}  // namespace omc
