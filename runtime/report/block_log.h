// Where the blocks of the heap were allocated and freed, for reports: kept while a schedule is
// replayed.
#pragma once

#include "heap/heap.h"
#include "world/thread.h"

namespace omc {

// The running thread was given a block, or gives it back. `room` is where its room begins, which
// for an aligned block is before the block and is all that is known of a freed one.
void note_birth(uintptr_t room);
void note_death(uintptr_t room, uintptr_t begin, size_t size);

// The block at an address of the heap, as a report tells it.
BlockRecord tell_block(uintptr_t address);

}  // namespace omc
