// The variables that differ after two replays, by name and with both values.
#pragma once

#include <vector>

#include "debuginfo/symbols.h"
#include "report.h"
#include "run/run.h"

namespace omc::driver {

// Compares the memory that the runs kept. `again` followed the schedule of `first`: what differs
// between those two is chance (secrets of the C library, clocks of the loader) and is ignored.
// Gives at most `most` differences.
std::vector<Difference> compare_memory(const Run& first, const Run& again, const Run& second,
                                       Symbols& symbols, size_t most = 40);

}  // namespace omc::driver
