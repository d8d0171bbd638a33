// Livelocks: states from which the program cannot end, found after a complete search. The edges of
// the state graph are all steps that the search has taken. A state from which no ending can be
// reached is a livelock. So is a fair cycle (search/fair_cycles.h).
#pragma once

#include "run/run.h"

namespace omc {

void find_livelock();
// For a replay: whether the state is that of one round of the loop before. Reports the livelock.
bool closes_loop();

}  // namespace omc
