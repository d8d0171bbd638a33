// The critical section of a thread: it enters, leaves, and lets others in at a hook. Code without
// hooks runs outside.
#pragma once

#include "omc/atomic.h"

#pragma GCC visibility push(default)
extern "C" {
void omc_atomic_enter();
void omc_atomic_leave();
// Around a call that may lead to code without hooks: leaves unless `callee` has the mark.
void omc_atomic_before_call(const void* callee);
void omc_atomic_after_call();
}
#pragma GCC visibility pop
