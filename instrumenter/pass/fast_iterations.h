// Fast iterations: a second body of a loop, without hooks and without reports of accesses. It
// serves iterations of which libomc knows beforehand that they access only permitted memory
// (omc/fast_path.h).
#pragma once

#include "pass/loops.h"

namespace omc::pass {

// The iterations of the loop itself become the slow ones. They still need a check for each hook and
// access.
void add_fast_iterations(const CountedLoop& loop);

}  // namespace omc::pass
