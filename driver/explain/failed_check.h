// The check of a test case that failed, as the framework has printed it.
#pragma once

#include "report.h"

namespace omc::driver {

// For a bug of kind exit: takes the message and the place of the first failed EXPECT, CHECK or
// BOOST_TEST from what the program printed, and drops the rest of that. Leaves the bug as it is
// when there is none.
void name_failed_check(Bug& bug);

}  // namespace omc::driver
