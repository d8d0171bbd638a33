// The command line of `omc replay`.
#pragma once

#include <string>

#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct ReplayArguments {
  std::string schedule, color = "auto";
  std::string other;     // order-race: the schedule to compare with
  std::string loop;      // livelock: the steps that repeat behind the schedule
  std::string selector;  // of the bug to show: "data-race", "data-race:2"; empty: the last one
  std::string options;   // the runtime's
  std::string written;   // the same, as they were given
  unsigned bug = 1;      // of a run.json
  bool has_schedule = false, verbose = false, build = false;
  bool gdb = false;
  std::string become;  // for gdb: the argv[0] of the program, which this process becomes
  Words rest;
};

llvm::Expected<ReplayArguments> read_replay_arguments(const Words& words);

}  // namespace omc::driver
