// Precompiled headers hold no text, so no hooks: the compiler is made to read the text instead.
#pragma once

#include <string>

#include "launch/command.h"

namespace omc::driver {

// `words` with each -include-pch replaced by -include of the header that it was made from, if that
// exists. Relative paths start at `directory`.
Words with_headers_as_text(const Words& words, const std::string& directory);

}  // namespace omc::driver
