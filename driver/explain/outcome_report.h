// From the Run that a search left to the numbers, outcomes and verdict of the report.
#pragma once

#include "launch/launch.h"
#include "launch/prepare.h"
#include "launch/settings.h"
#include "report.h"

namespace omc {

// An error when the runtime never took over, was given wrong options, or died with nothing to show.
llvm::Error check_ending(const Launched& launched, const std::string& name);

// Everything but bugs and verdict.
Report start_report(const Launched& launched, const Settings& settings, const Prepared& prepared);

// Once the bugs are in: what the run says about the program.
void decide_verdict(const Launched& launched, const Settings& settings, Report& report);

}  // namespace omc
