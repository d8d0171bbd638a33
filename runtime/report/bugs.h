// Bugs: from the place that sees one to the record in the run. A bug ends its execution; the search
// goes on elsewhere only when all bugs are wanted.
#pragma once

#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/thread.h"

namespace omc {

// By frame pointers, which instrumented code has.
void walk_stack(const Thread& thread, uintptr_t pc, uintptr_t frame, CallStack& out);

// Records a bug of `thread`; nothing when its kind is not checked for. Search side.
void record_bug(const Thread& thread, const Finding& finding);
void record_order_race(const Thread& thread, const Stretch* other, uint64_t other_stretches);

// How the threads stand now, and the schedule so far, as offsets in the run.
struct Standing {
  uint64_t threads;
  uint32_t thread_count;
  StoredSchedule schedule;
};
Standing store_standing();

// "what, in the statement at file:line", for that.
void describe_place(const char* what, const Thread& thread, char* out, size_t capacity);

}  // namespace omc
