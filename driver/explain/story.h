// What happened in a replay, in the program's own terms: statements with their effects, and how
// each thread stood at the end.
#pragma once

#include <vector>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

std::vector<Step> describe_steps(Replay& replay);
std::vector<ThreadState> describe_threads(Replay& replay);

}  // namespace omc::driver
