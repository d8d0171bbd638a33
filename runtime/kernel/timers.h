// alarm and setitimer. A timer of the kernel would strike at any moment, in any schedule: which of
// them run is remembered, and they never strike.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// The result as the system call would give it.
long set_timer(const Call& call);

}  // namespace omc
