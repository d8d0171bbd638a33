// Signals of an explored program: first touches of watched pages, caught system calls, and crashes,
// which are told as bugs and end their execution. All handlers run on a stack of the checker's.
#pragma once

#include <cstdint>

namespace omc {

void install_handlers();

// While a program is explored malloc and its like are libomc's. An allocator whose other functions
// the program calls (dallocx, mi_free, …) is given blocks that are not its own: when it fails then,
// that is nobody's bug, and the run is INCOMPLETE.
void check_allocator(uintptr_t failed_at);

}  // namespace omc
