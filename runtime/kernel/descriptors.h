// Calls with a descriptor that do not wait: closing, copying, files, flags. A
// read of a file names its position, which lies in the world. Bytes of stdin are read once, kept in
// the run, and given to every schedule alike.
#pragma once

#include <sys/uio.h>

#include <cstddef>

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long close_file(int fd);
long copy_file(long number, long from, long to, long flags);
long read_file(int fd, void* out, size_t n);
long read_vector(int fd, const iovec* parts, long count);
long write_file(const Call& call, const iovec* parts, long count);
long seek_file(int fd, long offset, int whence);
long control_file(const Call& call);
long control_device(const Call& call);

}  // namespace omc
