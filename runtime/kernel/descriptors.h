// Calls with a descriptor that do not wait: opening, closing, copying, files, directories, flags. A
// read of a file names its position, which lies in the world. Bytes of stdin are read once, kept in
// the run, and given to every schedule alike.
#pragma once

#include <cstddef>

#include "kernel/syscall.h"

namespace omc {

// For each: the result as the system call would give it.
long open_file(const Call& call);
long close_file(int fd);
long copy_file(long number, long from, long to, long flags);
long read_file(int fd, void* out, size_t n);
long read_vector(int fd, const void* parts, long count);
long write_file(int fd, const void* bytes, size_t n);
long seek_file(int fd, long offset, int whence);
long read_directory(const Call& call);
long control_file(const Call& call);
long control_device(const Call& call);

}  // namespace omc
