// Turns the Run that a search has left into the numbers, outcomes and verdict of a report.
#pragma once

#include "compile/prepare.h"
#include "launch/launch.h"
#include "launch/search_options.h"
#include "report.h"

namespace omc::driver {

// An error when the runtime did not start, refused its options, or died before it had explored
// anything.
llvm::Error check_ending(const Launched& launched, const std::string& name);

// Everything but bugs and verdict; `arguments` are the program's.
Report start_report(const Launched& launched, const SearchOptions& options,
                    const Prepared& prepared, const Words& arguments);

// The verdict and its reason, once the bugs are added.
void decide_verdict(const Launched& launched, const SearchOptions& options, Report& report);

}  // namespace omc::driver
