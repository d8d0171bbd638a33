// Where blocks of the heap were allocated and freed, for reports. Recorded during a replay.
#pragma once

#include "heap/heap.h"
#include "run/run.h"
#include "world/events.h"

namespace omc {

// The running thread has allocated a block, or frees it.
void log_birth(uintptr_t room);
void log_death(const BlockExtent& block);

// The block at an address of the heap.
BlockRecord block_record_of(uintptr_t address);

}  // namespace omc
