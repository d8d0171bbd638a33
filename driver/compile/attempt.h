// One compilation, with its instrumented and its plain command.
#pragma once

#include <string>

#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct Attempt {
  Words instrumented;  // empty when the source cannot be instrumented
  Words plain;         // does the same with the source as it is
  Words diagnostics;   // prints the compiler's messages about the source; its -o is added later
  // The source, where its plain text is no substitute (--omc-mode=atomic).
  std::string must_instrument;
  // Whether there are messages even where the instrumented text gives none.
  bool warns = false;
  // A descriptor that gets a byte when the compiler reads instrumented text (compile/preload). -1
  // where the compiler reads it in any case.
  int replacement_log = -1;
};

// Gives the wait status of the compiler that the user is to see.
llvm::Expected<int> run_attempt(const Attempt& attempt);

bool is_interrupt(int wait_status);

}  // namespace omc::driver
