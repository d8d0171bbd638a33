// What the hooks of a program are for: --omc-mode. Each mode has a header that stands before every
// source, a plugin of the compiler, and a library.
#pragma once

#include <optional>
#include <string>

#include "compile/compile_line.h"
#include "launch/command.h"
#include "launch/installation.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

enum class Mode {
  check,   // `omc check` explores the program
  atomic,  // each statement is a critical section at run time
  hook,    // the program is linked with an omc_hook of its author
};

std::optional<Mode> mode_named(llvm::StringRef word);
const char* name_of(Mode mode);

// The header that stands before every source.
std::string header_of(Mode mode, const Installation& installation);
// What compiles the instrumented text, and what links.
Words compile_flags_of(Mode mode, const std::string& compiler, const Installation& installation);
Words link_flags_of(Mode mode, const CompileLine& line, const Installation& installation);

// Whether this compiler and this command can do what the mode needs.
llvm::Error check_mode(Mode mode, const CompileLine& line, const Installation& installation);
// Objects of the modes check and atomic do not belong into one program.
llvm::Error check_objects(Mode mode, const CompileLine& line);

}  // namespace omc::driver
