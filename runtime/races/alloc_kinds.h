// Mismatches of allocation and deallocation: free belongs to malloc, delete to new, delete[] to
// new[].
//
// A mismatch is reported only where both calls are instrumented. Other code may contain its own
// operators, inlined, that allocate with malloc.
#pragma once

#include "heap/heap.h"

namespace omc {

// Reports a bug when the block that begins at `p` was allocated by another function.
void check_alloc_kind(AllocKind by, const void* p, const void* pc);

}  // namespace omc
