// Calls that ask for the metadata of files, or change it. What a schedule has recorded is answered
// from its record, the rest by the kernel.
#pragma once

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long read_status(const Call& call);
long read_open_status(const Call& call);
long read_extended_status(const Call& call);
long check_access(const Call& call);
long read_link(const Call& call);
// Other questions about a path: of the disk, or of the file system that a record would lie on.
long ask_about_path(const Call& call);
long ask_about_file(const Call& call);
long change_mode(const Call& call);
long change_owner(const Call& call);
long change_times(const Call& call);
long change_older_times(const Call& call);
long change_attribute(const Call& call);

}  // namespace omc
