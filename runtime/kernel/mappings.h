// Calls that change the program's map of memory. Nothing that a schedule may go back to is given to
// the kernel (snapshot/pages.h).
#pragma once

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long map(const Call& call);
long unmap_range(const Call& call);
long protect_range(const Call& call);
long protect_by_key(const Call& call);
long remap(const Call& call);
long advise(const Call& call);
long move_break(const Call& call);

}  // namespace omc
