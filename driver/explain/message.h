// The message of a bug: one line that says what is wrong.
#pragma once

#include <string>
#include <vector>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

// `found` is the run that the record belongs to; `threads` are those of the replay. Of a data race
// and a memory error the message is completed by explain/race.h and explain/memory.h.
std::string describe_message(Replay& replay, const Run& found, const BugRecord& bug,
                             const std::vector<ThreadState>& threads);

}  // namespace omc::driver
