// Limits that a program sets on itself. They lie in the world, and never reach the kernel: the
// checker needs more than the program, and a lower hard limit could not be undone. The limit on
// descriptors is enforced here (kernel/descriptor_table.h); the others have no effect.
#pragma once

#include "kernel/syscall.h"
#include "platform/digest.h"

namespace omc {

// For each: the result as the system call would give it.
long read_limit(const Call& call);
long set_limit(const Call& call);
long exchange_limit(const Call& call);
// Descriptors from this number on cannot be opened.
uint64_t descriptor_limit();
// This process is a child of the program: from now on the kernel enforces its limits.
void give_limits_to_kernel();

}  // namespace omc
