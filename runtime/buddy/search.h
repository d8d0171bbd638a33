// The search over all interleavings, and the ways to walk through one.
#pragma once

#include "omc/buddy.h"

namespace omc::buddy {

// Runs what `options` ask for; the threads have not started yet.
void search(omc_buddy_result& result);

}  // namespace omc::buddy
