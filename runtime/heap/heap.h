// The heap of an explored program, as others see it: which block an address belongs to.
#pragma once

#include "heap/block.h"

namespace omc {

// For the program. An alignment is a power of two.
void* allocate(size_t size, size_t alignment = heap_alignment);
// False, after the bug was reported, when no block begins at `p` that can be given back.
bool can_release(void* p);
// Into quarantine. `p` is the beginning of a live block.
void release_block(void* p);

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
