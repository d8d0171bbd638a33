// Locks on files: flock and F_OFD_SETLK exclude each other between open files, so threads wait for
// them. F_SETLK belongs to the process, whose threads never exclude each other. Locks of other
// processes are not there.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long lock_file(const Call& call);
long lock_range(const Call& call);
long seal_file(const Call& call);

// Closing the descriptor may end a wait.
bool holds_lock(int fd);

}  // namespace omc
