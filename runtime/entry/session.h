// A session is one program being checked, from its environment to its verdict: who asked for it
// (the driver, through OMC_RUN_FD; OMC_OPTIONS=mode=check alone; or omc_explore), where the run
// lies, and what becomes of the process in the end.
#pragma once

#include "run/options.h"

namespace omc {

// Reads what the environment asks for, takes the checker's variables out of it, and makes
// everything ready. False when the program is to run as it is. Mistakes in OMC_OPTIONS end the
// process.
bool open_session(char** environment);
// Ends the process with what a run without a driver has to say.
[[noreturn]] void close_session();

// A run in memory of our own, for omc_explore and for runs without a driver.
Run* make_run(const Options& options, Mode mode);
void drop_run(Run* run);

// The verdict as an exit code: 0, 1, 3 or 4.
int verdict_of(const Run& run);

}  // namespace omc
