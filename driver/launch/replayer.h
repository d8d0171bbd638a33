// Runs schedules of one program again, and searches it again within bounds.
#pragma once

#include "launch/launch.h"
#include "launch/schedules.h"

namespace omc::driver {

struct Replayer {
  std::string program, argv0;
  Words arguments;
  std::string directory;  // to run in; empty: this one
  std::string options;    // the runtime's, in the form of OMC_OPTIONS
  double seconds = 10;    // for one replay

  // What a replay keeps in its run.
  enum Keep { nothing, events, events_and_memory };
  // `about` is an address whose block of the heap is wanted, or 0.
  llvm::Expected<Launched> replay(const Schedule& schedule, Keep keep, uint64_t about = 0) const;
  // The same in place of this process, for a debugger; returns only with an error.
  llvm::Error become_replay(const Schedule& schedule) const;
  // A schedule, and the loop behind it, until a round changes nothing.
  llvm::Expected<Launched> replay_loop(Schedule schedule, const Schedule& loop) const;
  // Searches for every bug, within a bound such as "max-preemptions=2", and one on time.
  llvm::Expected<Launched> search_within(const std::string& bound, double seconds) const;
  // Searches as `omc check` does, with more options.
  llvm::Expected<Launched> search_once(const std::string& more, double seconds) const;
  // Searches for a bug in the executions that begin with a schedule.
  llvm::Expected<Launched> search_from(Schedule beginning, double seconds) const;
  // Searches for an execution that begins with a schedule and ends without a bug.
  llvm::Expected<Launched> seek_right_ending(Schedule beginning, double seconds) const;
  bool has_weak_memory() const;
  // Searches for one bug within a bound on preemptions, by one process, beside another search.
  LaunchRequest search_beside(unsigned preemptions) const;

 private:
  LaunchRequest request() const;
  LaunchRequest request_from(Schedule beginning, double seconds) const;
};

}  // namespace omc::driver
