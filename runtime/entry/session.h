// A session: one program that is checked, from its environment to its verdict. The driver starts it
// through OMC_RUN_FD, the user by OMC_OPTIONS=mode=check, or the program by omc_explore.
#pragma once

#include "run/options.h"

namespace omc {

// Reads and removes the checker's variables of the environment, and prepares the checker. False
// when the program runs unchecked. Mistakes in OMC_OPTIONS end the process.
bool open_session(char** environment);
// Ends the process; without a driver, after a summary.
[[noreturn]] void close_session();

// A run in private memory, for omc_explore and for runs without a driver.
Run* make_run(const Options& options, Mode mode);
void drop_run(Run* run);

// The verdict as an exit code: 0, 1, 3 or 4.
int verdict_of(const Run& run);

}  // namespace omc
