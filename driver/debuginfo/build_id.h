// Which build of a program a file is.
#pragma once

#include <string>

namespace omc::driver {

// The build id that the linker has given the file, or else a digest of its contents: "gnu-3f…",
// "xxh-9a…". Empty when the file cannot be read.
std::string build_id(const std::string& file);

}  // namespace omc::driver
