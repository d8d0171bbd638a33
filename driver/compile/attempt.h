// One compilation, in the ways in which it can be run.
#pragma once

#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc {

struct Attempt {
  Words instrumented;  // empty when there is no such way
  Words plain;         // does the same with the source as it is
  Words diagnostics;   // says what there is to say about the source; the output has yet to be named
  bool warns =
      false;  // there is something to say, even where the instrumented text does not show it
  // A descriptor into which the compiler writes when it has read instrumented text; -1 when it can
  // not fail to.
  int seen = -1;
};

// Gives the wait status that the user should see.
llvm::Expected<int> run_attempt(const Attempt& attempt);

bool is_interrupt(int wait_status);

}  // namespace omc
