// The command line of `omc test`: options of omc check, the program, filters, and behind -- what
// the program gets besides.
#pragma once

#include "verbs/check_arguments.h"

namespace omc::driver {

struct TestArguments {
  CheckArguments check;  // its target is the program, with the arguments behind --
  Words filters;
  bool list = false;  // only list the cases
};

llvm::Expected<TestArguments> read_test_arguments(const Words& words);

}  // namespace omc::driver
