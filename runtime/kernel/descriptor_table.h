// Which descriptors are open, what they lead to, and whether they are closed on exec: part of the
// state, as a sum in World::in_kernel. The kernel's table follows each schedule; the undo log
// restores it.
#pragma once

namespace omc {

// The kernel has just opened `fd` for the program: gives it, or -EMFILE when the program's own
// limit forbids it. An error is given as it is.
long admit_descriptor(long fd);
// The same for two at once: 0 or an error.
long admit_pair(const int* fds);
// Closes a descriptor of the program.
long release_descriptor(int fd);
// The lowest open descriptor of the program that is not below `from`; -1 when there is none.
long next_descriptor(long from);
// F_SETFD.
long set_descriptor_flags(int fd, long flags);

// The path by which the kernel knows an open file, in a buffer that the next call overwrites.
const char* path_of(long fd);

}  // namespace omc
