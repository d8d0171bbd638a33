// Accesses for which nothing has to be done: to memory that one thread alone touches, in a block
// that lives. Answers come from the private cache, and fill it.
#pragma once

#include "world/access.h"

namespace omc {

// True for an access that the running thread may make without being asked. After a synchronisation
// it may not: a replay would switch there.
bool needs_nothing(const void* p, size_t n, AccessKind kind);

// True for bytes of the heap that are all in one block that lives.
bool is_in_live_block(uintptr_t address, size_t n);

// How many accesses there are known, each `step` further.
uint64_t known_stride(uintptr_t address, int64_t step, size_t n);

}  // namespace omc
