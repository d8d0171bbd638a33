// The program's descriptors. Files keep their place in the world, not in the kernel: a read is a
// read at that place, so that each schedule has its own. What comes from stdin is read once, kept
// in the run, and given to every schedule alike.
#pragma once

#include <cstddef>

#include "world/world.h"

namespace omc {

struct OpenFile;

constexpr int max_files = 256;  // descriptors below this keep their place in the world

// What a descriptor leads to: null for what only the kernel knows (terminals, devices, sockets,
// directories).
OpenFile* file_of(int fd);
// A new descriptor leads to what can be waited for; false when there is no room, and it is the
// kernel's alone.
bool lead_to(int fd, FileKind kind, void* object);

// For each: the result as the system call would give it.
long open_file(long number, long a, long b, long c, long d);
long close_file(int fd);
long copy_file(long number, long from, long to, long flags);
long read_file(int fd, void* out, size_t n);
long read_vector(int fd, const void* parts, long count);
long write_file(int fd, const void* bytes, size_t n);
long seek_file(int fd, long offset, int whence);

}  // namespace omc
