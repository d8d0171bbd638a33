// Finds a schedule with fewer context switches for the same bug: blocks of steps of one thread are
// joined as long as a replay still ends in that bug.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "launch/schedules.h"

namespace omc::driver {

// Replays a schedule. When it ends in the same bug, gives the steps that were taken.
using Oracle = std::function<std::optional<Schedule>(const Schedule&)>;

struct MinimizeLimits {
  unsigned tries = 200;
  double seconds = 2;
};

Schedule minimize(const Schedule& schedule, const Oracle& oracle,
                  const MinimizeLimits& limits = {});

size_t count_switches(const Schedule& schedule);

}  // namespace omc::driver
