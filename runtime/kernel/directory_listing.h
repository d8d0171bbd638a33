// What a directory contains for the schedule: the entries of the disk without those that it has
// hidden or replaced, then its own. A position is the number of an entry, so that what another
// thread adds or removes shifts none.
#pragma once

#include "kernel/file_names.h"
#include "kernel/syscall.h"

namespace omc {

// getdents and getdents64: the result as the system call would give it.
long read_directory(const Call& call);
bool is_empty_directory(const Target& directory);

}  // namespace omc
