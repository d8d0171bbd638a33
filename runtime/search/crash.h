// Signal handlers of an explored program: write faults of watched pages, intercepted system calls,
// and crashes. A crash is reported as a bug and ends its execution. All handlers run on a stack of
// the checker.
#pragma once

#include <cstdint>

namespace omc {

void install_handlers();

}  // namespace omc
