// Memory errors: accesses to freed blocks, outside of blocks, to dead stack frames of other
// threads, and to thread-local variables of threads that have ended.
#pragma once

#include <cstddef>

#include "world/access.h"

namespace omc {

// Called before an access of the current thread.
void check_memory(const void* p, size_t n, AccessKind kind);

}  // namespace omc
