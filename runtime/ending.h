// Memory that is given back, by free or munmap. Others must be done with it: giving it back counts as writing to it, wherever
// somebody has been.
#pragma once

#include "accesses.h"

namespace omc {

// Before it is given back: a place to switch, if others use any of it.
void ending_point(uintptr_t begin, size_t n);
// The accesses that giving it back is.
void note_ending(uintptr_t begin, size_t n, AccessKind kind, const void* pc);

}  // namespace omc
