// Private accesses: to memory that only one thread accesses, and to live blocks. They need no
// further work. The private cache answers most queries; the others fill it.
#pragma once

#include "platform/address_space.h"
#include "world/access.h"

namespace omc {

// True when the current thread may make the access without further checks. False after a
// synchronisation, where a replay would switch.
bool is_private_access(const void* p, size_t n, AccessKind kind);

// True when all bytes lie in one live block of the heap.
bool is_in_live_block(uintptr_t address, size_t n);

// Where null pointers lead, with the offset of a member.
inline bool is_null_page(uintptr_t address) { return address < page_size; }

// True when an access there is no memory error: outside of the threads' memory, on the current
// thread's own stack, or in a live block.
bool is_surely_live(const void* p, size_t n);

// How many accesses from `address` on, each `step` bytes further, are private.
uint64_t private_iterations(uintptr_t address, int64_t step, size_t n);

}  // namespace omc
