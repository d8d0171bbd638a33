// A data race in words: the variable, and the two accesses, each with its place, its statement and
// the locks that its thread held. Also which races are one.
#pragma once

#include "explain/replay.h"
#include "launch/schedules.h"
#include "report.h"

namespace omc::driver {

// Fills in message, place, places, variable, block and accesses of a bug. `record` belongs to the
// run `found`, which may be another than that of the replay.
void describe_race(Replay& replay, const Run& found, const BugRecord& record,
                   const Schedule& schedule, Bug& bug);

// Whether two records of a run are one race for a reader. A statement such as x++ reads and writes,
// and races with another statement once, not twice.
bool is_same_race(const Run& run, const BugRecord& a, const BugRecord& b);

// Whether two bugs are data races that read the same: both in one object of a library, whose
// members have no names.
bool reads_the_same(const Bug& a, const Bug& b);

}  // namespace omc::driver
