// Calls that read, write and resize files. What a schedule has recorded of a file is read from
// there (kernel/file_records.h), and a file is recorded before it is changed.
#pragma once

#include <sys/uio.h>

#include <cstdint>

#include "kernel/syscall.h"
#include "world/files.h"

namespace omc {

// For each: the result as the system call would give it.
long resize_file(const Call& call);
long resize_by_path(const Call& call);
long reserve_in_file(const Call& call);
long read_at(const Call& call);
long write_at(const Call& call);
long read_parts_at(const Call& call);
long write_parts_at(const Call& call);
long copy_between_files(const Call& call);
long synchronise_file(const Call& call);

// A write to a device or a socket, or to nothing at all, which is not named.
long write_in_kernel(const Call& call);
long read_recorded(OpenFile& file, const iovec* parts, long count, int64_t at);
long write_recorded(OpenFile& file, const iovec* parts, long count, int64_t at);

}  // namespace omc
