// Limits that a program sets itself. Those that the kernel would hold against the checker as well,
// which needs more than the program, are only remembered: they go back with the world.
#pragma once

#include "kernel/syscall.h"
#include "platform/digest.h"

namespace omc {

// setrlimit and prlimit64: the result as the system call would give it.
long set_limit(const Call& call);
// getrlimit.
long tell_limit(const Call& call);
Digest digest_limits();

}  // namespace omc
