// Fair runs: whether an execution longer than --max-steps would end. The search prefers the thread
// that ran last. So a long execution is most often a thread that spins while the thread it waits
// for never runs, which is no livelock. A copy of the process continues under a fair scheduler, for
// several times as many steps.
#pragma once

#include "run/schedule.h"

namespace omc {

// True when the execution has exceeded --max-steps and ends here. Reports why.
bool too_long();

// In the copy: whether this process is one, its next choice, and its end when the program has
// ended.
bool is_fair_run();
Choice next_fair_choice(const Choice* alternatives, unsigned n);
[[noreturn]] void end_fair_run();

// The room that schedules need in addition to --max-steps.
constexpr uint64_t most_fair_run_switches = 1 << 20;

}  // namespace omc
