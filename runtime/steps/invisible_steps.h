// Statements that no other thread can notice are no steps of their own. The search lets a thread
// pass their hooks, and stops it at its first visible operation: an access to memory that threads
// share (sharing/shared_memory_map.h), an operation that synchronises, a call into code that is not
// instrumented. So a loop over private memory is no state at all.
//
// A schedule counts as if each statement were a step, because a replay knows nothing of what is
// shared. A thread that passes a hook defers a step. It is recorded, as one more entry of the
// schedule, when the thread comes to the next point; unless the thread stops there in place of the
// hook: then the two share one entry.
//
// Instrumented code passes hooks by itself: it counts down omc_fast_path.hooks_left and stores
// where it is. The thread is charged for them when libomc is next entered.
#pragma once

#include "omc/fast_path.h"
#include "world/thread.h"

namespace omc {

// Where invisible statements go on for ever, the search sees a state now and then.
constexpr uint64_t max_invisible_hooks = 1 << 18;

// How many hooks the running thread may pass from here on. Where it has to stop follows from its
// own steps alone, so that the place is the same in every schedule.
void allow_hooks();

// The same as instrumented code does by itself; false when the thread has to stop.
bool pass_hook(const Place& place);

// At a point that is one for a replay alone. Not inlined: a number of the checker in a register
// would be part of the state of a thread that stops.
void defer_hook(Thread& thread);

// The thread is about to stop for the last hook that it has deferred.
inline void resume_hook(Thread& thread) {
  thread.deferred_hooks--;
  thread.resumes_hook = true;
}

}  // namespace omc
