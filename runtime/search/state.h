// What a state is: the digest of everything that can still make a difference. Touched pages of
// globals and heap, each thread's live stack with its saved registers and TLS, what each thread
// waits for, and the output. What has no meaning is left out: bytes below a stack pointer, numbers
// of threads, counters of the checker.
#pragma once

#include "platform/digest.h"

namespace omc {

struct State {
  Digest key;      // of the whole state
  Digest shared;   // of what threads share: globals, heap, output
  Digest counter;  // the paper's combined execution counter
};

State observe_state();

// The whole state, kept, and back to it. It must have been observed since the program last ran.
struct Checkpoint;
Checkpoint* save_state();
void restore_state(const Checkpoint& saved);
void drop_state(Checkpoint* saved);

// Replay: copies the touched pages of globals and heap into the run.
void wants_memory();

}  // namespace omc
