// The texts of the sources that a report shows.
#pragma once

#include "report.h"

namespace omc::driver {

// Reads the files that bugs name into the report. Only files below the root of the sources: a
// run.json may come from anybody, and a report is made to be shared.
void read_sources(Report& report);

}  // namespace omc::driver
