// The shape of the running step, as far as it has come: the lock that it began with, and whether
// something in it has passed an order on. Accesses before that are compared with those of other
// steps (races/co_enabled_races.h); steps/reduction.h decides by it how far the step goes. Nothing
// of it goes back with the program: a step begins with nothing.
#pragma once

#include "world/thread.h"

namespace omc {

// The lock that a step begins with, for reading or alone; null when it begins with none.
struct Guard {
  const void* lock = nullptr;
  bool reads = false;
};
// Both steps cannot be taken at the same time, up to where they give the lock back.
inline bool exclude(const Guard& a, const Guard& b) {
  return a.lock && a.lock == b.lock && !(a.reads && b.reads);
}

struct RunningStep {
  Guard guard;
  bool closed;     // something was done that passes an order on, or may: only unlocks may follow
  bool stays;      // the step ends with its statement
  bool only_woke;  // it is closed by a signal alone: who learns of it needs a mutex first
  const void* woken_need;  // that mutex
  bool gave_back;          // a lock, after it was closed, and in the statement that it is in
};
extern RunningStep running_step;

void begin_step();
void begin_statement();

// False when the step has done something behind which accesses are not compared any more.
bool compares_accesses(const Thread& thread);

// The operation is done next; an atomic one when its access is noted (close_step). `stopped`: the
// step begins with it.
void note_operation(Thread& thread, const Pending& pending, bool stopped);
// What may pass an order on was done.
void close_step(Thread& thread);
// A wait has ended: the step begins with the mutex that was given back for it.
void note_relock(const void* mutex);
// Something happens that is no operation and that others may notice.
void note_unseen();

// The statement of a thread as an address that no lock has, to be remembered among observed locks:
// in it a lock is not given back at once, because something visible follows where the thread can
// not stop.
const void* statement_of(const Thread& thread);

}  // namespace omc
