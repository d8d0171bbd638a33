// Opening files, and what all calls about files have in common: scheduling points, because other
// threads may change the same files, and how a file of the disk becomes one of the schedule
// (kernel/file_records.h).
#pragma once

#include "kernel/file_names.h"
#include "kernel/syscall.h"
#include "world/files.h"

namespace omc {

// For each: the result as the system call would give it.
long open_file(const Call& call);
long open_memory_file(const char* name, unsigned flags);

// Scheduling points: before a path is looked up, and before an open file is used. Nothing is known
// to hold across them.
void before_path(const char* path);
OpenFile* before_file(int fd);
// Something is different from before the run, so that paths must be walked here.
bool has_changed_files();

// The file of the disk becomes one of the schedule, before it is changed: its record, or 0.
FileNumber adopt_target(Target& target, bool empty);
// A regular file of the disk that a descriptor leads to, likewise.
FileNumber adopt_open_file(int fd, OpenFile& file);
// 0, or why names in the directory of `target` cannot be changed.
long refusal_to_change(const Target& target);
// 0, or why the kernel would not open a file of the disk, which is not changed.
long refusal_to_open(const Target& target, long flags);
// A file mode without what the program's mask takes away.
uint32_t masked_mode(long mode);
// Identifies a file that is made at a path.
uint64_t identity_of_path(const char* path);

}  // namespace omc
