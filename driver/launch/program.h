// The program to be checked, as a file: whether it exists, is executable, and was linked by omc.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc::driver {

// The file that a name on the command line stands for; an error says why it cannot be run.
llvm::Expected<std::string> find_program(const std::string& name);

// Whether the ELF file is linked with a library whose name begins with `library`.
bool needs_library(const std::string& file, const std::string& library);

// Whether the ELF file is linked with libomc.
bool is_instrumented(const std::string& file);
// Whether it is linked with libomc-atomic: it was built with --omc-mode=atomic.
bool is_atomic(const std::string& file);

// find_program, and an error with the verdict vacuous when omc's compiler did not link it.
llvm::Expected<std::string> find_instrumented_program(const std::string& name);

}  // namespace omc::driver
