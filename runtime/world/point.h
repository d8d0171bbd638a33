// A door to the rooms above: scheduling points. Before a visible operation a thread calls `point`,
// which may give control to the search until the search chooses the thread. steps/ decides whether
// it does.
#pragma once

#include <time.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// Before an operation: a scheduling point where the granularity has one, or where the thread must
// wait. Returns the outcome that the search chose.
unsigned point(const Pending& pending);
unsigned point(Op op, const void* object, uint64_t value = 0, unsigned outcomes = 1);
unsigned point(Op op, const void* object, uint64_t value, const Waiting& waiting);

// Before an operation that may wait, with a time limit or null. True when the thread got what it
// waited for, false when the limit expired or a signal handler ended the wait. In the latter case
// was_interrupted() is true once.
bool wait_until(const Pending& pending, const timespec* until);
bool wait_until(Op op, const void* object, const Waiting& waiting, const timespec* until);
bool was_interrupted();

// Gives control to the search, always, until it chooses this thread again.
unsigned yield(const Pending& pending);

// Before a plain access to memory.
void access_point(const void* p, size_t n, bool write);

// Before a visible effect that is no scheduling point itself: a thread with a deferred hook stops.
void stop_at_deferred_hook();

// Ends the execution.
[[noreturn]] void leave(Stop stop);
// Ends the running thread.
[[noreturn]] void end_thread(void* result);

}  // namespace omc
