// Precompiled headers hold no text that could get hooks.
#pragma once

#include <string>

#include "launch/command.h"

namespace omc::driver {

// `words` with each -include-pch as the -include of the header that it was made from; one whose
// header is gone stays. Relative paths start at `directory`.
Words with_headers_as_text(const Words& words, const std::string& directory);

}  // namespace omc::driver
