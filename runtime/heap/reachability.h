// Which freed blocks are still reachable. A block is reachable when a word of memory, of a live
// stack or of a register points into it or to its end. A pointer counts even if the program stores
// tags in its low bits or its upper 16 bits.
#pragma once

#include "heap/arena.h"

namespace omc {

// Scans the program's memory. The current thread's stack counts from `stack` on.
void scan_for_pointers(const void* stack);
// True when a word of the program's memory is `word`, outside of the pages from `begin` to `end`.
bool is_stored(uintptr_t word, const void* stack, uintptr_t begin, uintptr_t end);
// The result of the last scan, for a freed block.
bool is_reachable(const Header* header);

// Memory of the checker that may hold pointers of the program.
void scan_also(uintptr_t begin, uintptr_t end);

}  // namespace omc
