// Livelock: when every state is known, those from which the program cannot end any more. The graph
// of states has the steps that first reached each state and the ones that came to a known state;
// whatever cannot reach an ending in it goes round for ever.
#pragma once

#include "run/run.h"

namespace omc {

void find_livelock();
// The program has set timers of the kernel, which never strike here: they could end what goes
// round.
bool uses_timers(const Run& run);

}  // namespace omc
