// Whose an address on a stack is: a local variable of which function, or of none any more; and
// thread-local variables.
#pragma once

#include <cstdint>

#include "run/run.h"
#include "world/thread.h"

namespace omc {

// Where the program's own frames begin on the stack of a thread that does not run. Below are those
// of libomc, and where they lie there are no variables of the program any more.
uintptr_t stack_in_use(const Thread& thread);

// For reports.
OwnerRecord tell_owner(uintptr_t address);

}  // namespace omc
