// The schedule of the running execution. It is run-length coded: a million steps of one thread are
// one stretch. Its length is part of the world and goes back with it. The stretches lie outside of
// the world, and the next execution overwrites them.
#pragma once

#include "run/schedule.h"
#include "world/schedule_end.h"

namespace omc {

struct Thread;

// Before the first step; `most` is the maximum number of steps.
void open_current_schedule(uint64_t most);

void extend_schedule(Choice choice, uint64_t times = 1);
// Adds the deferred hooks of a thread (steps/invisible_steps.h) to the schedule. Not inlined, as
// explained there.
void record_deferred_hooks(Thread& thread);
// Removes the last steps, which all belong to the last stretch.
void shorten_schedule(uint64_t times);
// Before the search goes back: stores the length of the last stretch, so that a replay can follow
// it.
void seal_schedule();
// The choice with which the stored stretches continue, and the step at which its stretch ends.
Choice next_choice();
uint64_t end_of_next_stretch();

// A copy in the run; `offset` is 0 when there is no room.
struct StoredSchedule {
  uint64_t offset, stretches;
};
StoredSchedule store_schedule();
// Replaces the stretches; all of the new ones are complete.
void set_schedule(const Stretch* from, uint64_t count);
// The stretches, to be copied. The last one may be longer in memory than in the schedule.
const Stretch* current_stretches();

// Restores the schedule at the end of a scope, in which at most two stretches are removed and six
// added.
constexpr unsigned saved_at_end = 8;
class ScheduleRestorer {
 public:
  ScheduleRestorer();
  ~ScheduleRestorer();
  ScheduleRestorer(const ScheduleRestorer&) = delete;
  ScheduleRestorer& operator=(const ScheduleRestorer&) = delete;

 private:
  ScheduleEnd end_;
  uint64_t first_;
  Stretch saved_[saved_at_end];
};

}  // namespace omc
