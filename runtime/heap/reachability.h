// Which freed blocks something still points to: a word of the program's memory, of a live stack or
// of a register that is an address in the block or just behind it. Marks that a program puts into
// the low or the upper 16 bits of a pointer do not hide it.
#pragma once

#include "heap/arena.h"

namespace omc {

// Looks through the program as it is now. The running thread's stack counts from `stack` on.
void look_for_pointers(const void* stack);
// As of then: for freed blocks.
bool is_pointed_to(const Header* header);

}  // namespace omc
