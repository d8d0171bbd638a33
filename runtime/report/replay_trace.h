// The trace of a replay: a list of events in the run. The search records no events. It stores the
// schedule of a bug, and a replay of that schedule gives the events.
#pragma once

#include "world/events.h"
#include "world/world.h"

namespace omc {

void begin_trace();
// One event of the running thread.
void record_event(Op op, const void* object, uint64_t value = 0);

// Values that the running thread reads or writes, outside of its own stack.
void record_value(const void* p, size_t n, bool is_write);
void record_stale_value(const void* p, size_t n, const StaleAccess& access);
// What the last write has written can be read now.
void complete_value();

// Adds the running step to the trace, even if it has no event yet.
void trace_step();

}  // namespace omc
