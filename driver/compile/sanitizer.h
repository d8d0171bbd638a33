// Sanitizers that cannot be combined with omc: their runtime manages memory and threads itself.
#pragma once

#include "launch/command.h"

namespace omc::driver {

// The flag among `arguments` that names one, or null.
const char* unfit_sanitizer(const Words& arguments);

}  // namespace omc::driver
