// The shape of the running step so far: the lock that it began with, and whether it has
// synchronised. Accesses before the synchronisation are compared with co-enabled steps
// (races/co_enabled_races.h). steps/reduction.h decides where the step ends. Nothing here is
// rewound, since a step begins with nothing.
#pragma once

#include "world/thread.h"

namespace omc {

// The lock that a step begins with, or null.
struct FirstLock {
  const void* lock = nullptr;
  bool reads = false;
};
// Two steps that begin with the same lock exclude each other until they release it.
inline bool mutually_exclude(const FirstLock& a, const FirstLock& b) {
  return a.lock && a.lock == b.lock && !(a.reads && b.reads);
}

struct RunningStep {
  FirstLock first_lock;
  // The step has performed an operation that may release. Only unlocks may follow.
  bool closed;
  bool ends_with_statement;
  // The releasing operation is a signal. A woken thread must take a mutex before it can notice.
  bool only_signalled;
  const void* mutex_of_woken;  // the mutex that it must take
  // A lock was released after the step was closed, in the same statement.
  bool released_lock;
  bool failed_try;  // of a lock or a semaphore, by any of its operations
};
extern RunningStep running_step;

void begin_step();
void begin_statement();

// False after an operation behind which accesses are not compared with other steps.
bool compares_accesses(const Thread& thread);

// Called before an operation; for an atomic, close_step follows it. `stopped`: the step begins with
// the operation.
void record_operation(Thread& thread, const Pending& pending, bool stopped);
// The step has performed an operation that may release.
void close_step(Thread& thread);
// A wait has ended: the step begins by taking its mutex again.
void record_relock(const void* mutex);
// Something has happened that other threads can observe and that is not an operation.
void record_visible_effect();

// Identifies the current statement by an address that no lock has. It joins the observed locks when
// a visible effect follows an unlock where the thread cannot stop.
const void* statement_key(const Thread& thread);

}  // namespace omc
