// The checker's side of the protocol: starts the threads, lets one take a step, and ends processes
// that no node of the search needs any more.
#pragma once

#include "buddy/protocol.h"

namespace omc::buddy {

// Why a step has not ended as it should.
enum class Trouble { none, died, too_long, no_fork, no_slot, interrupted };

struct Processes {
  uint64_t forks = 0;
  int running = 0, most = 0;
};
extern Processes processes;

// Starts thread `thread` and waits until it has come to its first hook. Gives its slot.
Trouble start(int thread, int& slot);
// One step of the thread in `slot`, by a child when the slot is needed again. `after` is the slot
// of the thread behind the step; on trouble it is that of the process that made it.
Trouble take_step(int slot, int outcome, bool is_needed_again, int& after);

void keep(int slot);     // one more node needs it
void release(int slot);  // one less
// Ends all processes, also those in the middle of a step.
void end_all();

// Whether the thread in the slot can go on, in the shared memory as it is.
bool is_enabled(const ThreadSlot& slot);

}  // namespace omc::buddy
