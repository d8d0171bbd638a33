// Follows a trace in a program that has changed since: by the statements of the steps, where their
// numbers do not fit any more; and searches near it.
#pragma once

#include <optional>
#include <string>

#include "launch/replayer.h"
#include "render/trace.h"

namespace omc::driver {

struct Followed {
  Schedule schedule;                // of the program as it is now
  const TraceStep* lost = nullptr;  // the first step that it does not take any more
};
// Each stretch of one thread in the trace becomes as many steps of that thread as lead to the
// statement that ended it.
Followed follow_trace(const Trace& trace, const Replayer& replayer);

// A schedule of a bug of this kind that begins as the given one, as long as possible; none when no
// beginning leads to one in time.
std::optional<Schedule> search_near(const Schedule& schedule, const std::string& kind,
                                    const Replayer& replayer);

// The schedule with which the program, as it is now, shows a bug of the kind of the trace: as it
// is, or by following the statements. `followed` tells of the latter.
std::optional<Schedule> find_again(const Trace& trace, const Schedule& schedule,
                                   const Replayer& replayer, Followed& followed);

}  // namespace omc::driver
