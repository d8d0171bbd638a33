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
// The kernel has just opened a descriptor for the program, or gave an error: the result.
long take_descriptor(long fd);
// A new descriptor leads to an object, or to a file when that is null. False when there is no room:
// then only the kernel has it.
bool lead_to(int fd, FileKind kind, void* object);
// A new descriptor leads to a record (kernel/file_records.h). False when there is no room; the run
// is then INCOMPLETE.
bool lead_to_record(int fd, unsigned file, uint32_t status);
// The same, for a file that threads may change: its calls are served where the thread can stop.
OpenFile* changeable_file(long fd);
// Nothing leads to the open file any more: what it held of its record is given back.
void release_record(OpenFile& file);

// The flags of a file that F_SETFL sets.
extern const long settable_flags;

}  // namespace omc
