// Values as a C++ programmer would write them.
#pragma once

#include <functional>
#include <string>

#include "debuginfo/variables.h"

namespace omc::driver {

// The text of a leaf whose bytes these are. `name_pointer` names what a pointer points to, or gives
// an empty string.
std::string value_text(const Leaf& leaf, const uint8_t* bytes,
                       const std::function<std::string(uint64_t)>& name_pointer);

}  // namespace omc::driver
