// A door to the rooms above: where a thread can be switched. A thread that is about to do something
// that others could notice says so (`point`) and gives control to the search; it goes on when it is
// chosen. steps/ decides where that is.
#pragma once

#include <time.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// Before an operation: a scheduling point where the granularity has one, and always where the
// thread must wait. Gives the outcome that the search chose.
unsigned point(const Pending& pending);
unsigned point(Op op, const void* object, uint64_t value = 0, unsigned outcomes = 1);
unsigned point(Op op, const void* object, uint64_t value, const Waiting& waiting);

// Before an operation that may have to wait, until some time or, with null, for ever: true when
// what it waits for is there, false when the time has come. When a signal handler has ended the
// wait, false, and was_interrupted() once.
bool wait_until(const Pending& pending, const timespec* until);
bool wait_until(Op op, const void* object, const Waiting& waiting, const timespec* until);
bool was_interrupted();

// Gives control to the search until it chooses this thread again, unconditionally.
unsigned yield(const Pending& pending);

// Before a plain access to memory.
void access_point(const void* p, size_t n, bool write);

// Before something that others may notice and that is no point itself: a thread that has passed a
// hook without stopping stops now.
void stop_at_deferred_hook();

// Leaves the program for good: the execution is over.
[[noreturn]] void leave(Stop stop);
// Ends the running thread.
[[noreturn]] void end_thread(void* result);

}  // namespace omc
