// `omc check --weaken`: which memory orders of a program its test needs. The search runs again for
// each atomic operation with its order one step weaker. Where it then finds a bug, the order is
// needed; otherwise nothing in this test needs it. Where the program has a bug, each order is made
// one step stronger instead.
#pragma once

#include <string>
#include <vector>

#include "launch/replayer.h"

namespace omc::driver {

// A title and a line for each change. The operations are those that the search `found` has seen.
// Each search takes `seconds` at most.
llvm::Expected<std::vector<std::string>> try_orders(const Run& found, bool has_bugs,
                                                    const Replayer& replayer, double seconds);

}  // namespace omc::driver
