// Statements that no other thread can notice are no steps of their own: the search lets a thread
// pass their hooks, and stops it at the first thing after them that others could see: an access to
// memory that threads share (sharing/shared_memory_map.h), an operation that synchronises, code
// that libomc does not see into. So a loop over memory of its own is no state at all.
//
// A schedule counts all the same as if each statement were a step, because whoever replays it knows
// nothing of what is shared. So a thread that passes a hook owes a step. It is paid, as one more
// entry of the path, when the thread comes to the next point; unless it stops there in place of the
// hook, with nothing between the two that matters.
//
// Passing is done by the instrumented code itself: it counts down omc_fast_path.hooks_left and says
// where it is. What that means for the thread is looked at when libomc next asks for it (`self`).
#pragma once

#include "omc/fast_path.h"
#include "threads/scheduler.h"

namespace omc {

// Where quiet statements go on for ever, the search sees a state now and then.
constexpr uint64_t longest_quiet = 1 << 18;

// How many hooks the running thread may pass from here on. Where it has to stop follows from its
// own steps alone, so that the place is the same in every schedule.
void allow_hooks();
inline void allow_no_hooks() { omc_fast_path.hooks_left = checker.hooks_given = 0; }

// The same as instrumented code does by itself; false when the thread has to stop.
bool pass_hook(const Place& place);

// The entries of the path that the thread owes. None of these is inlined: a number of the checker
// in a register would be part of the state of a thread that stops.
void pay_steps(Thread& thread);
// At a point that is one for a replay alone.
void owe_step(Thread& thread);

// The thread is about to stop for the last of them.
inline void stand_in(Thread& thread) {
  thread.owed--;
  thread.stands_in = true;
}

// Before something that others may notice and that is no point itself: a thread that has passed a
// hook stops now.
void stop_for_hook();

// Something was met for which each statement has to be a step: the search begins again, if any was
// taken for less.
void need_every_hook();

}  // namespace omc
