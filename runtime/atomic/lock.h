// The one lock of a program that was compiled with --omc-mode=atomic. Its holder executes
// statements; everybody else waits or executes code without hooks.
//
// A thread that comes back from a call may take the lock before those that wait, which is cheap. A
// thread that has waited for a millisecond ends that: then the lock is starving, and only those
// that wait may take it, in the order in which they came. So no thread waits for ever.
#pragma once

#include <cstdint>

#include "omc/atomic.h"

namespace omc::atomic {

void lock();
void unlock();
// Gives the lock to another thread if one waits, and takes it back.
void hand_over();
bool somebody_waits();
// Whether a thread has waited so long that the holder is to hand over at its next hook.
bool is_starving();
// In the child of a fork, where only this thread is left.
void forget_waiters(bool held);

// A reason for hooks to look up that is none of the lock's.
void look_up();
void look_up_no_more();

}  // namespace omc::atomic
