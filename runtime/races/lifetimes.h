// Memory that is given back, by free or munmap. Others must be done with it: giving it back counts
// as writing to it, wherever somebody has been. So does handing it out, by malloc and its
// relatives: who has its address by an order that is none must not use it.
#pragma once

#include "world/access.h"

namespace omc {

// free, by the code at `pc`.
void give_back(void* p, const void* pc);
// realloc of a block: for the program it is always another block, so that a use of the old address
// is a use of freed memory wherever the block went.
void* reallocate(void* p, size_t size, const void* pc);

// Before it is given back: a place to switch, if others use any of it.
void ending_point(uintptr_t begin, size_t n);
// The accesses that giving it back is.
void note_ending(uintptr_t begin, size_t n, AccessKind kind, const void* pc);

// The block that begins at `p` was made by `pc`. Where no orders are followed, nobody who knows of
// it can be without one.
void note_making(const void* p, const void* pc);

// A block that the program's own code got from malloc and its relatives.
void* made_by_malloc(void* p, const void* pc);

// Mapped memory is about to be given back by `pc`.
void record_ending(const void* p, size_t n, const void* pc);
// Its protection is about to be changed. The kernel keeps that and an access apart, so the two are
// no race; but their order matters.
void record_protection(const void* p, size_t n);

}  // namespace omc
