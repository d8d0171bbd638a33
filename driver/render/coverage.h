// Coverage of a run, or of all cases of a suite together.
#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace omc::driver {

struct CoverageCount {
  size_t ran = 0, all = 0;
  // Rounded down: 100 only when every statement ran.
  unsigned percent() const { return all ? static_cast<unsigned>(ran * 100 / all) : 100; }
};

bool counts_coverage(const Report& report);

// A statement ran when it ran in some run of the report.
std::vector<CoveredFile> merged_coverage(const Report& report);
void merge_coverage(std::vector<CoveredFile>& into, const std::vector<CoveredFile>& more);
CoverageCount count_coverage(const std::vector<CoveredFile>& files);

// "omc: coverage: 41 of 47 statements ran (87 %); never: queue.cpp:31, 35-37\n"; empty where it was
// not counted. `verbose`: a line for each file.
std::string render_coverage(const Report& report, bool verbose);

// For genhtml and for editors: a line ran when a statement that begins on it ran.
std::string render_lcov(const Report& report);

}  // namespace omc::driver
