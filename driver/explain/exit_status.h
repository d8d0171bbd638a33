// Bugs of kind exit: how the program ended, what it printed, and whether its schedule is to blame.
#pragma once

#include <string>

#include "report.h"
#include "run/run.h"

namespace omc::driver {

// "exit status 1", "killed by SIGTERM".
std::string ending_words(int status, int signal);

// Completes the message from the endings of the search `found`, and adds what was printed in the
// replay `replayed`.
void describe_exit(const Run& found, const Run& replayed, const BugRecord& record, Bug& bug);

}  // namespace omc::driver
