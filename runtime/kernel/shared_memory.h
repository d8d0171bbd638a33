// Shared memory of System V, as files without a path (kernel/file_records.h). Segments of other
// processes are not followed.
#pragma once

#include <sys/shm.h>

#include <cstddef>

namespace omc {

// For each: the result as the system call would give it.
long open_segment(int key, size_t size, int flags);
long attach_segment(int id, const void* address, int flags);
long detach_segment(const void* address);
long control_segment(int id, int command, shmid_ds* out);

}  // namespace omc
