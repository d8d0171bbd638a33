// Sanitizers whose runtime wants the program's memory and threads for itself.
#pragma once

#include "launch/command.h"

namespace omc::driver {

// The flag among `arguments` that asks for one, or null.
const char* unfit_sanitizer(const Words& arguments);

}  // namespace omc::driver
