// The passes of the search. Each relies on assumptions (world/assumptions.h); after a refutation
// the search restarts without the assumption. A pass that becomes long yields to a race probe. A
// pass with an endless execution yields to passes over short executions.
#pragma once

#include "search/explore.h"

namespace omc {

// Explores body.fn(body.arg) and all threads that it starts, in child processes. The results are in
// the Run.
void explore(Body body);
}  // namespace omc
