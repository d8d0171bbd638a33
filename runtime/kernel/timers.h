// alarm and setitimer. A timer of the kernel would send its signal at any step of any schedule.
// Which timers run is part of the state; their signals are never sent.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// The result as the system call would give it.
long set_timer(const Call& call);

}  // namespace omc
