// Signals of an explored program: first touches of watched pages, caught system calls, and crashes,
// which are told as bugs and end their execution. All handlers run on a stack of the checker's.
#pragma once

#include <cstdint>

namespace omc {

void install_handlers();

}  // namespace omc
