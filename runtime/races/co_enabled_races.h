// Data races between co-enabled steps. Each enabled step of a state is compared with the others
// once it was taken, whichever process took it. Two co-enabled steps race when they access the same
// bytes, one of them writes, and not both are atomic: neither waits for the other.
//
// A program whose synchronisation is sequentially consistent has a data race if and only if two
// such steps exist.
#pragma once

#include "run/run.h"

namespace omc {

// Allocates the record in which the steps of a state are compared: its offset in the Run, or 0 when
// races are not checked.
uint64_t open_co_enabled(const Choice* alternatives, unsigned n);
// Compares the step that was just taken with the co-enabled steps taken before.
void compare_co_enabled(uint64_t co_enabled, Choice taken);

// The other steps of the state are not taken.
void close_co_enabled(uint64_t co_enabled);

// Called in a forked process: the free lists belong to the parent.
void leave_pool_to_parent();

// A replay takes one step at each state. It compares the last two steps if both were enabled at the
// state before them.
void compare_with_last_step(Choice taken);
void before_replayed_step();

}  // namespace omc
