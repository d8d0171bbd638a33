// What gives a block back has to belong to what has made it: free to malloc, delete to new,
// delete[] to new[].
//
// It is told where both are calls of instrumented code. Others may have operators of their own in
// them that nobody sees, which get their memory from malloc.
#pragma once

#include "heap/heap.h"

namespace omc {

// Tells a bug when the block that begins at `p` is of another family.
void check_family(Family by, const void* p, const void* pc);

}  // namespace omc
