// The access history, where vector clocks are followed (races/happens_before.h). For each eight
// bytes it holds the last accesses of each thread that do not yet happen before everything other
// threads will do. A conflicting access that is not ordered after one of these is a data race.
//
// The history is rewound with the program. The part that can still matter is in the state, so
// pruning an equal state hides no race.
#pragma once

#include "platform/digest.h"
#include "races/happens_before.h"
#include "world/access.h"

namespace omc {

void open_history();
// Compares an access with the history, then adds it.
void check_history(uintptr_t address, size_t n, AccessKind kind, const void* pc);
// Called when a block is freed, after the free was compared. Later uses are reported as uses of
// freed memory, and the address is reused only when it is unreachable.
void forget_history(uintptr_t address, size_t n);
// Drops accesses that can be in no race any more, as the digest does.
void tidy_history();
// True when every access that may still be in a race is known to both clocks, or to neither. What
// `newer` knows contains what `older` knows.
bool know_same_epochs(const Clock& older, const Clock& newer);
// The part of the history that the state depends on.
Digest digest_history();

}  // namespace omc
