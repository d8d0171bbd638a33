// The flags that omc adds to a compiler's command: what instrumented code needs of a compilation,
// and how a program is linked with libomc.
#pragma once

#include <string>

#include "compile/compile_line.h"
#include "launch/command.h"
#include "launch/installation.h"

namespace omc::driver {

// The folder of omc.h, as an include path; none for a preprocessed source.
Words include_flags(const CompileLine& line, size_t which, const Installation& installation);
// What every compilation needs. They stand before the user's flags, so that those win.
Words compile_defaults(const CompileLine& line, size_t which, const Installation& installation);
// What must stand after the user's flags.
Words gcc_last_flags(const CompileLine& line);

// Make the compiler call libomc at each access and each atomic operation.
Words access_flags(const std::string& compiler, const Installation& installation);
Words gcc_access_flags();
// The part of access_flags that a source can see, for parsing it.
Words access_parse_flags(const std::string& compiler);

// Hooks in a constexpr function are steps of its evaluation; the compiler's limit is 1048576.
inline constexpr const char* constexpr_room = "-fconstexpr-steps=8388608";

// What links a program with libomc, and marks objects that carry no name of their own.
Words link_flags(const CompileLine& line, const Installation& installation);

}  // namespace omc::driver
