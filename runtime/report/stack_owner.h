// Whose an address on a stack is: a local variable of which function, or of none any more; and
// thread-local variables.
#pragma once

#include <cstdint>

#include "run/run.h"

namespace omc {

// For reports.
OwnerRecord owner_record_of(uintptr_t address);

}  // namespace omc
