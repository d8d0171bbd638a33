// Where the blocks of the heap were allocated and freed, for reports: kept while a schedule is
// replayed.
#pragma once

#include "heap/heap.h"
#include "run/run.h"
#include "world/events.h"

namespace omc {

// The running thread was given a block, or gives it back.
void log_birth(uintptr_t room);
void log_death(const BlockExtent& block);

// The block at an address of the heap, as a report tells it.
BlockRecord block_record_of(uintptr_t address);

}  // namespace omc
