// How far a step goes. A critical section is one step: others can notice what happens in it only
// when it is over.
//
// Taking a lock is a right mover: it could happen a little later. Plain accesses move both ways
// between two synchronising operations, because a data race ends the search. Giving a lock back is
// a left mover (Lipton, Reduction, 1975). So a thread goes on, where it would have stopped to let
// others run, as long as its step has this form:
//
//     [take a lock]  plain accesses…  [one operation that need not wait]  give locks back…
//
// It stops before a second lock, so that deadlocks are found, and before an access behind an
// operation that passes an order on. The accesses of a step then lie between the taking of its lock
// and the first operation by which others could learn of them. Two steps that can be taken at one
// state are a data race when they touch the same bytes and do not take the same lock
// (races/co_enabled_races.h).
//
// Three things take this away. Whoever tries a lock can observe that it is taken, and so can a
// child process. A thread that has learned of a step may free a lock before it is given back. And
// behind a data race, where --all goes on, plain accesses are no movers.
#pragma once

#include "world/thread.h"

namespace omc {

// Value of a pending unlock: it is the first half of a wait on a condition variable.
constexpr uint64_t to_wait = 1;

// A schedule is followed again: the next steps have to stop where it goes on with another thread,
// though what was learned since may have made steps longer.
void set_latest_stop(uint64_t steps);

// True when the running step goes on with this, and need not stop before it.
bool continues_with_access(const Thread& thread);
bool continues_with(Thread& thread, const Pending& pending);
bool continues_to_end(const Thread& thread);

}  // namespace omc
