// Calls that change names: making, removing, renaming and linking files and directories. Nothing of
// it reaches the disk (kernel/file_names.h). Each begins with a scheduling point.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long remove_file(const Call& call);
long make_directory(const Call& call);
long make_node(const Call& call);
long rename_file(const Call& call);
long link_file(const Call& call);
long make_link(const Call& call);

}  // namespace omc
