// From what the search recorded of a bug to what the report says about it: the schedule is
// replayed, made shorter, replayed again with events, and told.
#pragma once

#include "explain/minimize.h"
#include "launch/launch.h"
#include "report.h"

namespace omc {

// How to run one schedule of the program again.
struct Replayer {
  std::string program, argv0;
  Words arguments;
  std::string options;  // the runtime's
  double seconds = 10;  // for one replay

  enum Keep { nothing, events, events_and_memory };
  llvm::Expected<Launched> replay(const Schedule& schedule, Keep keep, uint64_t about = 0) const;
  // Searches once more, with this bound on forced switches and on time, for every bug.
  llvm::Expected<Launched> search_within(unsigned preemptions, double seconds) const;
};

// How long schedules may be made shorter, over all bugs of a run; none is left after Ctrl-C.
struct Patience {
  double seconds = 8;
};

// The bug as the report shows it. When a replay does not lead to it again, says so in the message
// and keeps the schedule.
llvm::Expected<Bug> investigate(const Run& found, const BugRecord& record, const Replayer& replayer,
                                Patience& patience);

// Kind, place, message, threads and steps of `record`, from the replay `run` of `schedule`. The
// record may be of another run, `found`, when the replay alone does not show the bug.
Bug tell_bug(const Run& run, const Run& found, const BugRecord& record, const Schedule& schedule);

// What else the replay `run` of the schedule of `shown` met before it.
std::vector<std::string> bugs_on_the_way(const Run& run, const BugRecord* shown,
                                         const Schedule& schedule);

// Of a replay that met some: the one that it ended with, which is what its schedule was written
// for.
const BugRecord& last_bug(const Run& run);

Schedule schedule_of(const Run& run, uint64_t offset, uint64_t stretches);
// Of the bug with this identity, in a replay; null when it did not show.
const BugRecord* find_bug(const Run& run, uint64_t identity);

}  // namespace omc
