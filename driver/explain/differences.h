// Which variables two replays left different, by name and with both values.
#pragma once

#include <vector>

#include "debuginfo/symbols.h"
#include "report.h"
#include "run/run.h"

namespace omc::driver {

// Compares the memory that both runs kept. `again` followed the same schedule as `first`: what
// differs between those two is chance (secrets of the C library, clocks of the loader) and does not
// count. At most `most` differences are named.
std::vector<Difference> compare_memory(const Run& first, const Run& again, const Run& second,
                                       Symbols& symbols, size_t most = 40);

}  // namespace omc::driver
