// Where the blocks of the heap were allocated and freed, for reports: kept while a schedule is replayed.
#pragma once

#include "heap.h"
#include "thread.h"

namespace omc {

// The running thread was given the block that begins there, or gives it back.
void note_birth(uintptr_t block);
void note_death(uintptr_t block);

// The block at an address of the heap, as a report tells it.
BlockRecord tell_block(uintptr_t address);

}  // namespace omc
