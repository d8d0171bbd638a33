#include "verbs/min_coverage.h"

#include <fmt/format.h>

#include "llvm/Support/raw_ostream.h"
#include "render/coverage.h"

namespace omc::driver {

bool covers_enough(const CheckArguments& arguments, const Report& report) {
  unsigned least = arguments.search.values.min_coverage;
  if (!counts_coverage(report)) return true;
  unsigned percent = count_coverage(merged_coverage(report)).percent();
  if (percent >= least) return true;
  llvm::errs() << fmt::format("omc: coverage is {} %, less than --min-coverage {}\n", percent,
                              least);
  return false;
}

}  // namespace omc::driver
