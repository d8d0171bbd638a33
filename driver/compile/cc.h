// The compiler wrapper. `omc cc` runs it, and `omc check FILE.cpp` compiles with it.
#pragma once

#include <string>
#include <vector>

#include "compile/mode.h"
#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

// omc's own flags, which the compiler does not get.
struct CcFlags {
  bool off = false, print = false, naive = false;
  Mode mode = Mode::check;
  std::string keep;
  std::vector<std::string> only, exclude;
};

struct CcRequest {
  CcFlags flags;
  std::string compiler;  // as the user named it
  Words arguments;       // of the compiler, as the user wrote them
};

// Takes omc's flags out of `compiler arguments…`.
llvm::Expected<CcRequest> read_cc_arguments(const Words& words);

// Compiles or links; gives the compiler's exit code. Does not return where the compiler has the
// last word: there it replaces omc.
llvm::Expected<int> compile(const CcRequest& request);

}  // namespace omc::driver
