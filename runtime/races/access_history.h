// The accesses that have happened and that some thread has no order with yet, where orders are
// followed (races/happens_before.h): for each eight bytes, the last ones of each thread. An access
// that conflicts with one of them, and is not ordered after it, is a data race.
//
// It goes back with the program, and what of it can still matter is part of the state: so no
// schedule that is dropped because its state was reached before takes a race with it.
#pragma once

#include "platform/digest.h"
#include "world/access.h"

namespace omc {

// Before the first step.
void open_history();
// An access that is about to happen: compared with those that have, and remembered.
void check_history(uintptr_t address, size_t n, AccessKind kind, const void* pc);
// A block is given back, which was compared with what had happened there: whoever touches it from
// now on is told so. Where it lies another will lie only when nobody has its address.
void forget_history(uintptr_t address, size_t n);
// What of all this the state depends on.
Digest digest_history();

}  // namespace omc
