// Statements that no other thread can notice are not steps. The search lets a thread pass their
// hooks and stops it at its first visible operation: an access to shared memory
// (sharing/shared_memory_map.h), synchronisation, or a call into external code. So a loop over
// private memory has no states.
//
// A schedule counts every statement as a step, because a replay does not know which memory is
// shared. A hook that a thread passes is deferred. It becomes an entry of the schedule at the
// thread's next point, unless the thread stops at that point instead of at the hook. Then the two
// share one entry.
//
// Instrumented code passes hooks by itself: it counts down omc_fast_path.hooks_left and stores its
// site. libomc adds these hooks to the thread's counts when it is next entered.
#pragma once

#include "omc/fast_path.h"
#include "world/thread.h"

namespace omc {

// A thread stops at the latest after so many hooks, so that endless loops have states.
constexpr uint64_t max_invisible_hooks = 1 << 18;

// Sets how many hooks the running thread may pass. The number follows from its own steps alone, so
// the thread stops at the same hook in every schedule.
void allow_hooks();

// Passes a hook, as instrumented code does by itself; false when the thread must stop.
bool pass_hook(const Place& place);

// At a scheduling point of a replay that is none of the search. Not inlined: a value of the checker
// in a register would be part of the state of a thread that stops.
void defer_hook(Thread& thread);

// The thread is about to stop in place of its last deferred hook.
inline void resume_hook(Thread& thread) {
  thread.deferred_hooks--;
  thread.resumes_hook = true;
}

}  // namespace omc
