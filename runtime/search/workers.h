// Worker processes that explore side by side. Each has its own rewind engine; all share the table
// of visited states. A job is a schedule and a choice. An idle worker waits for a job; a busy one
// gives away the choice nearest to the root of its tree. When a worker dies, another one repeats
// its job, and the states that the dead one had reached count as not visited.
#pragma once

#include "run/run.h"
#include "world/current_schedule.h"

namespace omc {

// A schedule to a state, and the choice to take there.
struct Job {
  const Stretch* stretches;
  ScheduleEnd path;
  Choice next;
  uint64_t state;       // id of the state before that choice
  uint64_t co_enabled;  // the record of its co-enabled steps
  uint64_t preemptions;
};

// Starts the workers and waits until all have ended.
void run_workers(void (*search)(void*), void* argument);

// The following are called in a worker.
bool is_first_worker();  // it explores from the initial state
bool job_is_wanted();
// Adds a job to the queue; false when the queue is full.
bool offer_job(const Job& job);
// Ends the current job and waits for the next one. Ends the process when the search is over.
Job wait_for_job();

// Identifies a worker in the table of visited states.
uint8_t worker_id();
bool is_dead_worker(uint8_t id);

}  // namespace omc
