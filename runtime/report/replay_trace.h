// The trace: what happened, for a schedule that is replayed: a list of events in the run. While
// searching, nothing is kept; a bug is its schedule, and the schedule is replayed for its story.
// Whoever follows orders is told, too.
#pragma once

#include "world/world.h"

namespace omc {

void begin_trace();
// One event of the running thread.
void record_event(Op op, const void* object, uint64_t value = 0);

// The running thread's step is in the trace even if nothing has happened in it yet.
void trace_step();

}  // namespace omc
