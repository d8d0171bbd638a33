// Memory that is given back, by free or munmap. Others must be done with it: giving it back counts
// as writing to it, wherever somebody has been. So does handing it out, by malloc and its
// relatives: who has its address by an order that is none must not use it.
#pragma once

#include "races/footprint.h"

namespace omc {

// Before it is given back: a place to switch, if others use any of it.
void ending_point(uintptr_t begin, size_t n);
// The accesses that giving it back is.
void note_ending(uintptr_t begin, size_t n, AccessKind kind, const void* pc);

// The block that begins at `p` was made by `pc`. Where no orders are followed, nobody who knows of
// it can be without one.
void note_making(const void* p, const void* pc);

}  // namespace omc
