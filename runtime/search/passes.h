// The passes of the search. Each relies on assumptions (world/assumptions.h); when one of them was
// wrong, the search begins again without it. A pass that becomes long, or meets an execution
// without end, makes way for a smaller one: a probe for data races, or short executions.
#pragma once

#include "search/explore.h"

namespace omc {

// Explores body.fn(body.arg) and every thread that it starts, in processes below this one; what was
// found is in the run.
void explore(Body body);
}  // namespace omc
