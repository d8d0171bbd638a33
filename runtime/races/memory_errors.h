// Memory that an access must not touch: freed blocks, what lies beside a block, the dead part of
// another thread's stack, and the variables of a thread that has ended.
#pragma once

#include <cstddef>

#include "world/access.h"

namespace omc {

// Before an access of the running thread.
void check_memory(const void* p, size_t n, AccessKind kind);

}  // namespace omc
