// Several processes exploring side by side, each with its own rewind engine and all with one
// visited table. Work is a schedule: who has nothing left waits for one, and who has plenty hands
// over an alternative from near the beginning of its stack. Nothing is lost with a worker that
// dies: what it was working on is remembered, a new worker begins it again, and the states that the
// dead one had reached count as not visited.
#pragma once

#include "run/run.h"
#include "world/current_schedule.h"

namespace omc {

// The way to a state, and then a choice to take there.
struct Work {
  const Stretch* stretches;
  ScheduleEnd path;
  Choice next;
  uint64_t state;    // id of the state before that choice
  uint64_t meeting;  // of its steps
  uint64_t preemptions;
};

// Starts the workers, and waits for the end of all.
void run_workers(void (*search)(void*), void* argument);

// In a worker:
bool is_first_worker();  // it begins with the initial state
bool work_is_wanted();
// Hands it over; false when there is no room.
bool offer_work(const Work& work);
// What it had is done: the next piece. Ends the process when there is none.
Work wait_for_work();

// Who is exploring, for the visited table.
uint8_t worker_id();
bool is_dead_worker(uint8_t id);

}  // namespace omc
