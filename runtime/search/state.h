// What a state is: the digest of everything that can influence the rest of an execution. This
// includes written pages of globals and heap, live stacks with registers and TLS, pending
// operations, and the output. Bytes below stack pointers, numbers of threads and counters of the
// checker are left out.
#pragma once

#include "platform/digest.h"

namespace omc {

struct State {
  Digest key;      // of the whole state
  Digest shared;   // of what threads share: globals, heap, output
  Digest counter;  // the paper's combined execution counter
};

State observe_state();

// Saves and restores the whole state. Saving requires observe_state() since the program last ran.
struct Checkpoint;
Checkpoint* save_state();
void restore_state(const Checkpoint& saved);
void drop_state(Checkpoint* saved);

// For a replay: copies written pages of globals and heap into the Run.
void record_memory();

}  // namespace omc
