// The working directory belongs to the process: it is part of the state, and the undo log restores
// it.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// chdir and fchdir: the result as the system call would give it.
long change_directory(const Call& call);
// Puts the working directory as it is now into the state.
void note_directory();

}  // namespace omc
