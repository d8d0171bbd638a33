// Shared mappings of files. A mapping is the content of the file's record itself, wherever and how
// often the program maps it (kernel/file_records.h). So several mappings of a file lie at one
// address, and what remains mapped is counted here.
#pragma once

#include "kernel/file_records.h"
#include "kernel/syscall.h"
#include "world/files.h"

namespace omc {

// mmap, with MAP_SHARED, of a file that the schedule may change.
long map_file(const Call& call, OpenFile& file);
// For ranges of file contents: the result as munmap, mprotect and mremap would give it.
long unmap_file_range(uintptr_t begin, size_t n);
long protect_file_range(uintptr_t begin, size_t n, int protection);
long remap_file_range(const Call& call);

// The whole file is mapped once more; its address.
long map_whole_file(FileNumber file, int protection);

}  // namespace omc
