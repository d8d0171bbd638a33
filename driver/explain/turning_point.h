// Where a schedule was lost: the step after which every continuation has a bug. Found by searching
// from beginnings of the schedule, so everything reported was run.
#pragma once

#include <functional>
#include <optional>

#include "explain/time_budget.h"
#include "launch/replayer.h"
#include "report.h"

namespace omc::driver {

// What follows from a beginning of a schedule.
struct Continuations {
  enum class Kind { unknown, all_fail, one_passes } kind = Kind::unknown;
  Schedule passing;  // the whole of one that passes
};
using Continue = std::function<Continuations(const Schedule& beginning)>;

// The number of steps of the longest beginning that a passing schedule continues, and that
// schedule.
struct LastPassing {
  enum class Kind { unknown, none, found } kind = Kind::unknown;
  size_t steps = 0;
  Schedule passing;
};
// If every continuation of a beginning fails, so does every continuation of a longer one. So a few
// searches are enough: backwards in growing strides, then by halves.
LastPassing find_last_passing(const Schedule& schedule, const Continue& continuations);

// Enters the turning point of the schedule into a bug.
void find_turning_point(const Schedule& schedule, const Replayer& replayer, TimeBudget& budget,
                        Bug& bug);

}  // namespace omc::driver
