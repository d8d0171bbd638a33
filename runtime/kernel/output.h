// What the program writes to descriptors 1 and 2. It lies in the world, is part of the state, and
// is reported with each outcome.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace omc {

bool is_output(long fd);
// Gives how many bytes were kept: all, until the room for output is full.
long write_output(int fd, const char* bytes, size_t n);
// Why abort() is called: what the C++ library has just written about an uncaught exception.
const char* abort_reason();
long write_output_vector(int fd, const iovec* parts, long count);
// Makes the C library's buffer for stdout now, by thread 0, so that its address is the same in
// every schedule.
void prepare_stdio();

}  // namespace omc
