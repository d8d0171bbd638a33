// The compilers behind omc-cc and omc-c++, and what each kind of compiler can do.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc::driver {

// The compilers behind omc-cc and omc-c++; OMC_CC and OMC_CXX replace clang-19 and clang++-19.
std::string c_compiler();
std::string cxx_compiler();

// The path of the compiler that a command's first word stands for. A compiler that is neither clang
// nor GCC is replaced by c_compiler() or cxx_compiler().
llvm::Expected<std::string> resolve_compiler(const std::string& command);

// GCC, by its name or by the name of what it is a link to (cc, c++).
bool is_gcc(const std::string& compiler);

// Whether a compiler can load omc-versions.so: it uses the LLVM that this was built for.
bool takes_versions(const std::string& compiler);

}  // namespace omc::driver
