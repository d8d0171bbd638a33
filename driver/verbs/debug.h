// `omc replay --gdb`.
#pragma once

#include "compile/prepare.h"
#include "launch/replayer.h"
#include "verbs/replay_arguments.h"

namespace omc::driver {

// Describes the replay of the schedule for launch/omc_gdb.py, and becomes gdb. Returns only with an
// error.
llvm::Error debug(const Replayer& replayer, const Schedule& schedule, const Prepared& prepared,
                  const ReplayArguments& arguments);

}  // namespace omc::driver
