// Whether an execution that is longer than --max-steps would end. The search goes on with the same
// thread as long as it can, so what it cuts is most often a thread that waits in a loop, while the
// one it waits for never gets its turn: that is no livelock. A copy of the process goes on from
// there under a scheduler that is fair, for several times as many steps.
#pragma once

#include "run/schedule.h"

namespace omc {

// True when the execution ends here because it has become longer than --max-steps, which is told.
bool too_long();

// The copy: whether this process is one, what it does next, and how it ends when it has come to an
// end of the program.
bool is_trial();
Choice next_fair_choice(const Choice* alternatives, unsigned n);
[[noreturn]] void end_trial();

// What the path needs beside --max-steps.
constexpr uint64_t most_trial_switches = 1 << 20;

}  // namespace omc
