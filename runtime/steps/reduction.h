// Lipton's reduction (Reduction, 1975): a critical section is one step, because other threads can
// observe its effects only when it is over.
//
// Acquiring a lock is a right mover. Plain accesses are both-movers between two synchronising
// operations, because a data race ends the search. Releasing a lock is a left mover. So a thread
// continues past a scheduling point as long as its step has this form:
//
//     [acquire a lock]  plain accesses…  [one operation that never waits]  release locks…
//
// It stops before a second lock, so that deadlocks are found. It also stops before an access that
// follows a releasing operation. So the accesses of a step lie between its lock and the first
// operation by which others can observe them. Two co-enabled steps are a data race when their
// accesses conflict and they do not acquire the same lock (races/co_enabled_races.h).
//
// The reduction does not apply in three cases. A thread that tries a lock, or a child process, can
// observe that the lock is held. A thread that observes a step may free its lock before the
// release. After a data race, where --all continues, plain accesses are no movers.
#pragma once

#include "world/thread.h"

namespace omc {

// Value of a pending unlock that begins a wait on a condition variable.
constexpr uint64_t to_wait = 1;

// When a schedule is followed again, a step must stop where the schedule continues with another
// thread. Refuted assumptions may have made steps longer since.
void set_latest_stop(uint64_t steps);

// Where atomics may act on older stores, each has an entry of its own in the schedule: which of
// them have a choice depends on what the search knows.
bool has_own_entry(const Thread& thread, const Pending& pending);

// True when the running step contains this, and need not stop before it.
bool continues_with_access(const Thread& thread);
bool continues_with(Thread& thread, const Pending& pending);
bool continues_to_end(const Thread& thread);

}  // namespace omc
