// What a thread does in one step. A critical section is one: what happens in it, others can notice
// only when it is over.
//
// A lock that a thread takes could be taken a little later, plain accesses can be made at any time
// between two synchronising operations, because a data race ends the search, and a lock that is
// given back could have been given back a little earlier (Lipton, Reduction, 1975). So a thread
// goes on, where it would have stopped to let others run, as long as its step has this form:
//
//     [take a lock]  plain accesses…  [one other operation that need not wait]  give locks back…
//
// It stops before a second lock, so that deadlocks are seen, and before an access behind an
// operation that passes an order on: the accesses of a step then lie between the taking of its lock
// and the first thing that others could learn of them by, and two steps of which both can be taken
// are a data race when they touch the same bytes and do not take the same lock
// (races/co_enabled_races.h).
//
// A lock that somebody tries can be seen to be taken: it is an operation like any other; so it is
// for a child process. Who has learned of a step may free a lock before it is given back: that is
// then a step of its own. And none of this holds behind a data race, where the search goes on.
#pragma once

#include "threads/scheduler.h"

namespace omc {

// The lock that a step begins with, for reading or alone; null when it begins with none.
struct Guard {
  const void* lock = nullptr;
  bool reads = false;
};
// Both steps can not be taken at the same time, up to where they give the lock back.
inline bool exclude(const Guard& a, const Guard& b) {
  return a.lock && a.lock == b.lock && !(a.reads && b.reads);
}

// Value of a pending unlock: it is the first half of a wait on a condition variable.
constexpr uint64_t to_wait = 1;

// A path that was gone before is gone again: the next steps have to stop where it goes on with
// another thread, though what was met since then may have made steps longer.
void stop_at_the_latest(uint64_t steps);

void begin_step();
void begin_statement();
const Guard& step_guard();
// False when the step has done something behind which accesses are not compared any more.
bool compares_accesses(const Thread& thread);

// True when the running step goes on with this, and need not stop before it.
bool goes_on_to_access(const Thread& thread);
bool goes_on_to(Thread& thread, const Pending& pending);
bool goes_on_to_end(const Thread& thread);
// The operation is done next; an atomic one when its access is noted (close_step). `stopped`: the
// step begins with it.
void note_operation(Thread& thread, const Pending& pending, bool stopped);
// What may pass an order on was done.
void close_step(Thread& thread);
// A wait has ended: the step begins with the mutex that was given back for it.
void note_relock(const void* mutex);
// Something happens that is no operation and that others may notice.
void note_unseen();

// Something was met behind which the order of plain accesses matters: the search begins again, if
// any was taken not to.
void take_apart();

}  // namespace omc
