// Which statements of the program have run in some schedule.
#pragma once

#include "report.h"
#include "run/run.h"

namespace omc::driver {

// The statements that the program and its libraries list, and those that ran, by file.
std::vector<CoveredFile> describe_coverage(const Run& run);

}  // namespace omc::driver
