// The heap of an explored program: allocation, and lookup of blocks by address.
#pragma once

#include "heap/block.h"

namespace omc {

// For the program. The alignment is a power of two.
void* allocate(size_t size, size_t alignment = heap_alignment);
// A block whose bytes are a pattern that is neither zero, nor a small number, nor an address. It is
// the same in every schedule, so a program that reads it can be seen to do so.
void* allocate_unset(size_t size, size_t alignment = heap_alignment);
// The next allocation is one of the program's own code. Where a freed block fits to which something
// still points, that block may come back (--reuse).
void announce_allocation();
// Reports a bug and returns false unless a live block begins at `p`.
bool can_release(void* p);
// Puts the live block that begins at `p` into quarantine.
void release_block(void* p);

// Zeroed blocks that libomc allocates on behalf of the program, such as the content of a pipe. They
// are neither scheduling points nor accesses.
void* allocate_internal(size_t n);
void* reallocate_internal(void* p, size_t n);
void free_internal(void* p);

// The block at an address of the heap, or the one that ends just before it.
Block block_at(uintptr_t address);
// The block that an out-of-bounds access most likely meant; the preceding one between two adjacent
// blocks.
Block block_near(uintptr_t address);

// For the live block that begins at `p`.
AllocKind alloc_kind_of(const void* p);
void set_alloc_kind(void* p, AllocKind alloc_kind);
// Reduces the size of a block, so that accesses beyond the requested size are detected.
void shrink_block(void* p, size_t size);

}  // namespace omc
