// What the program's descriptors lead to. The position in a file lies in the world, not in the
// kernel, so that each schedule has its own. Pipes, socket pairs, counters and epoll watchers are
// objects: their state lies in the program's heap.
#pragma once

#include "world/files.h"

namespace omc {

// What a descriptor leads to; null for what only the kernel has (terminals, devices, sockets).
OpenFile* file_of(int fd);
// The same for objects alone; null for files and directories.
OpenFile* object_of(long fd);
// A new descriptor leads to an object, or to a file when that is null. False when there is no room:
// then only the kernel has it.
bool lead_to(int fd, FileKind kind, void* object);

// The flags of a file that F_SETFL sets.
extern const long settable_flags;

}  // namespace omc
