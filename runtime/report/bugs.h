// Bugs: from a detector's finding to the record in the run. A bug ends its execution. The search
// continues elsewhere only with --all.
#pragma once

#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/thread.h"

namespace omc {

// Follows frame pointers, which instrumented code has.
void walk_stack(const Thread& thread, uintptr_t pc, uintptr_t frame, CallStack& out);

// Records a bug of `thread`, if its kind is checked. Search side.
void record_bug(const Thread& thread, const Finding& finding);
void record_order_race(const Thread& thread, const Stretch* other, uint64_t other_stretches);

// Records of all threads, and the current schedule, as offsets in the run.
struct Standing {
  uint64_t threads;
  uint32_t thread_count;
  StoredSchedule schedule;
};
Standing store_standing();

// "what, in the statement at file:line".
void describe_place(const char* what, const Thread& thread, char* out, size_t capacity);

}  // namespace omc
