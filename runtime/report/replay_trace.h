// What happened, for a schedule that is replayed: a list of events in the run. While searching,
// nothing is kept; a bug is its schedule, and the schedule is replayed for its story. Whoever
// follows orders is told, too.
#pragma once

#include "world/world.h"

namespace omc {

void begin_trace();
void trace(Op op, const void* object, uint64_t value = 0);
// The same, and whoever follows orders is told otherwise.
void trace_alone(Op op, const void* object, uint64_t value = 0);

// The running thread's step is told even if nothing has happened in it yet.
void trace_step();

// The site of a place, with its path copied into the run.
Site site_of(const Place& place);
// A copy of `text` in the run, or 0.
uint64_t keep_text(const char* text);
uint64_t keep_bytes(const void* bytes, size_t n);

}  // namespace omc
