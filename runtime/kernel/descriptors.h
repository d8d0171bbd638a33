// The program's descriptors. The position in a file lies in the world, not in the kernel: every
// read names its position, so that each schedule has its own. Bytes of stdin are read once, kept in
// the run, and given to every schedule alike.
#pragma once

#include <cstddef>

#include "kernel/syscall.h"
#include "world/world.h"

namespace omc {

// What a descriptor leads to; null for what only the kernel has (terminals, devices, sockets,
// directories).
OpenFile* file_of(int fd);
// The same for what threads can wait for: streams, counters, watchers. Null for files.
OpenFile* object_of(long fd);
// A new descriptor leads to an object, or to a file when that is null. False when there is no room:
// then only the kernel has it.
bool lead_to(int fd, FileKind kind, void* object);

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
