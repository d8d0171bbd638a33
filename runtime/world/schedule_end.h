// The end of the current schedule: the part of it that goes back with the world.
#pragma once

#include <cstdint>

namespace omc {

// The last stretch may be longer in memory: it is that of an earlier execution.
struct ScheduleEnd {
  uint64_t steps;  // in all
  uint64_t stretches;
  uint64_t last;  // steps of the last stretch
};

}  // namespace omc
