// The owner of an address: the thread and function of a local variable, or the thread of a
// thread-local one.
#pragma once

#include <cstdint>

#include "run/run.h"

namespace omc {

OwnerRecord owner_record_of(uintptr_t address);

}  // namespace omc
