// The compiler wrapper, as `omc cc` and as what `omc check FILE.cpp` compiles with.
#pragma once

#include <string>
#include <vector>

#include "compile/compile_line.h"
#include "launch/command.h"
#include "launch/installation.h"
#include "llvm/Support/Error.h"

namespace omc {

// omc's own flags, which the compiler does not see.
struct CcFlags {
  bool off = false, print = false, naive = false;
  std::string keep;
  std::vector<std::string> only, exclude;
};

struct CcRequest {
  CcFlags flags;
  std::string compiler;  // resolved
  Words arguments;       // of the compiler, as the user wrote them
};

// Takes omc's flags out of `compiler arguments…`.
llvm::Expected<CcRequest> read_cc_arguments(const Words& words);

// The compiler behind a command's first word, as a path.
llvm::Expected<std::string> resolve_compiler(const std::string& command);

// The compiler's own instrumentation of accesses and atomics, which libomc answers.
Words access_flags(const std::string& compiler, const Installation& installation);
// What a source can see of that, when it is parsed for the same compiler.
Words access_parse_flags(const std::string& compiler);

// Compiles or links; gives the compiler's exit code. May not come back: where nothing is left to do
// after the compiler, omc becomes it.
llvm::Expected<int> compile(const CcRequest& request);

}  // namespace omc
