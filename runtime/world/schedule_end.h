// Where the schedule of the running execution ends: the part of it that goes back with the world.
#pragma once

#include <cstdint>

namespace omc {

// The end of the path of the running execution. The last stretch may be longer in memory, where a
// path that was gone before went on.
struct ScheduleEnd {
  uint64_t steps;  // in all
  uint64_t stretches;
  uint64_t last;  // steps of the last stretch
};

}  // namespace omc
