// From the record of a bug to its report: the schedule is replayed, shortened, replayed again with
// events, and described.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/time_budget.h"
#include "launch/replayer.h"
#include "report.h"

namespace omc::driver {

// The bug as the report shows it. When a replay does not show it again, the message says so and the
// schedule stays. A bug without a kind is none: a fair cycle that the replay does not show, or that
// only libraries go round.
llvm::Expected<Bug> investigate(const Run& found, const BugRecord& record, const Replayer& replayer,
                                TimeBudget& budget);

// The order-race that two schedules with the same counter show; without differences, it is none.
llvm::Expected<Bug> order_race(const Schedule& schedule, const Schedule& other,
                               const Replayer& replayer);

// The livelock that a schedule and the loop behind it show; nothing when they show none.
llvm::Expected<std::optional<Bug>> livelock(const Schedule& schedule, const Schedule& loop,
                                            const Replayer& replayer);

// Kind, place, message, threads and steps of `record`, from the replay `run` of `schedule`. The
// record may belong to another run, `found`, when the replay alone does not show the bug.
Bug describe_bug(const Run& run, const Run& found, const BugRecord& record,
                 const Schedule& schedule);

// The other bugs that the replay `run` met on the schedule of `shown`.
std::vector<std::string> bugs_on_the_way(const Run& run, const BugRecord* shown,
                                         const Schedule& schedule);

// The bug that a replay ended with; its schedule was made for that one.
const BugRecord& last_bug(const Run& run);

// Of the bugs of a replay, which may be several: "data-race" for the only one of its kind,
// "data-race:2" for the second. Empty for the one that last_bug gives.
std::string selector_of(const Run& run, const BugRecord& bug);
// Null when there is none.
const BugRecord* find_selected(const Run& run, const std::string& selector);

// The bug with this identity, or null when the replay did not show it.
const BugRecord* find_bug(const Run& run, uint64_t identity);

}  // namespace omc::driver
