// Which thread an address belongs to, for reports: a local variable of which function, or a thread-local one.
#pragma once

#include <cstdint>

#include "run.h"

namespace omc {

OwnerRecord tell_owner(uintptr_t address);

}  // namespace omc
