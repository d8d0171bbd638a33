// Ends and beginnings of lifetimes. Freeing or unmapping memory counts as a write to all of it that
// was accessed, so a concurrent use is a data race. Allocating counts as a write too: a thread that
// learns the address by a data race must not use the block.
#pragma once

#include "world/access.h"

namespace omc {

// free, called at `pc`.
void free_checked(void* p, const void* pc);
// realloc always moves the block, so that every use of the old address is a use of freed memory.
void* reallocate(void* p, size_t size, const void* pc);

// A scheduling point before a deallocation, if other threads access the memory.
void deallocation_point(uintptr_t begin, size_t n);
// Records a deallocation as accesses to the memory.
void record_deallocation(uintptr_t begin, size_t n, AccessKind kind, const void* pc);

// Records an allocation at `pc` as a write. Needed only with clocks: without them, every thread
// that knows the address is ordered after the allocation.
void record_allocation(const void* p, const void* pc);

// For a block that instrumented code got from malloc and its relatives.
void* allocated_by_malloc(void* p, const void* pc);

// Before `pc` unmaps memory.
void record_unmapping(const void* p, size_t n, const void* pc);
// Before the protection of memory changes. The kernel serialises this with accesses, so it is no
// data race, but the order matters.
void record_protection(const void* p, size_t n);

}  // namespace omc
