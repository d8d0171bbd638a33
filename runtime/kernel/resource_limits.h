// Limits that a program sets itself. Those that the kernel would hold against the checker as well,
// which needs more than the program, are only remembered: they go back with the world.
#pragma once

#include "kernel/syscall.h"
#include "platform/digest.h"

namespace omc {

// For each: the result as the system call would give it.
long read_limit(const Call& call);
long set_limit(const Call& call);
long exchange_limit(const Call& call);

}  // namespace omc
