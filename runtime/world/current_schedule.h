// The schedule of the execution, as it grows. It is kept run-length coded: a thread that goes on
// alone for a million steps is one stretch. How long it is belongs to the world and goes back with
// it; the stretches themselves lie outside and are written over by whatever comes next.
#pragma once

#include "run/schedule.h"
#include "world/schedule_end.h"

namespace omc {

struct Thread;

// Before the first step; `most` is how many steps there can be.
void open_current_schedule(uint64_t most);

void extend_schedule(Choice choice, uint64_t times = 1);
// The steps that a thread has deferred (steps/invisible_steps.h), as entries of the schedule. Not
// inlined: see there.
void record_deferred_hooks(Thread& thread);
// Takes back the last steps, which are all alike.
void shorten_schedule(uint64_t times);
// The path is left for an earlier state: what it was up to here can be gone again.
void seal_schedule();
// The choice that the path in memory goes on with, and where the stretch of that choice ends.
Choice next_choice();
uint64_t end_of_next_stretch();

// A copy in the run: its offset, 0 when there is no room.
struct StoredSchedule {
  uint64_t offset, stretches;
};
StoredSchedule store_schedule();
// Another path takes its place; all of its stretches are whole.
void set_schedule(const Stretch* from, uint64_t count);
// Its stretches, for who wants to copy them; the last may be longer than the path.
const Stretch* current_stretches();

// Puts everything back that is done to the path in between: its last two stretches may be taken
// back, and six others added.
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
