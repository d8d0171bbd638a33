// The program to be checked, as a file: is it there, is it a program, did omc's compiler make it?
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc::driver {

// The file that a name on the command line stands for; an error says why it can not be run.
llvm::Expected<std::string> find_program(const std::string& name);

// Whether the ELF file is linked with a library whose name begins so.
bool needs_library(const std::string& file, const std::string& library);

// Whether the ELF file is linked with libomc.
bool is_instrumented(const std::string& file);

// find_program, and an error with exit code 4 when omc's compiler did not make it.
llvm::Expected<std::string> find_instrumented_program(const std::string& name);

}  // namespace omc::driver
