// What the report of several runs says as a whole: of a suite's cases, and of merged runs.
#pragma once

#include "report.h"

namespace omc::driver {

// The verdict of the worst case. A bug is certain, so it comes first.
Verdict worst_verdict(const std::vector<Report>& cases);

// Verdict, completeness and counts of the report, from its cases.
void add_totals(Report& report);

}  // namespace omc::driver
