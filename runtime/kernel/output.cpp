#include "kernel/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <cstring>

#include "world/events.h"
#include "world/world.h"

namespace omc {
namespace {

// A digest of bytes that does not depend on how writes divide them: a polynomial over a
// prime field, at two points.
constexpr uint64_t prime = (uint64_t{1} << 61) - 1;
constexpr uint64_t points[2] = {0x0b9d1a5c3e7f2468, 0x17e4c8a9052db361};

uint64_t multiply(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  uint64_t sum = static_cast<uint64_t>(product & prime) + static_cast<uint64_t>(product >> 61);
  return sum >= prime ? sum - prime : sum;
}

}  // namespace

bool is_output(long fd) { return fd == 1 || fd == 2; }

long write_output(int fd, const char* bytes, size_t n) {
  Output& output = world().output.streams[fd - 1];
  if (n > max_output - output.length) n = max_output - output.length;
  if (!n) return -ENOSPC;
  memcpy(output_text(fd) + output.length, bytes, n);
  output.length += n;
  for (int i = 0; i < 2; i++)
    for (size_t k = 0; k < n; k++)
      output.digest[i] =
          (multiply(output.digest[i], points[i]) + static_cast<unsigned char>(bytes[k]) + 1) %
          prime;
  happened(Op::output, reinterpret_cast<void*>(static_cast<uintptr_t>(fd)), n);
  return static_cast<long>(n);
}

const char* abort_reason() {
  static char reason[256];
  constexpr const char* beginning = "terminate called";
  const Output& err = world().output.streams[1];
  size_t n = err.length < sizeof reason - 1 ? err.length : sizeof reason - 1;
  memcpy(reason, output_text(2) + err.length - n, n);
  reason[n] = 0;
  char* text = strstr(reason, beginning);
  if (!text) return "abort() was called";
  for (char* p = text; *p; p++)
    if (*p == '\n') *p = p[1] ? ' ' : 0;
  return text;
}

long write_output_vector(int fd, const iovec* parts, long count) {
  long total = 0;
  for (long i = 0; i < count; i++) {
    if (!parts[i].iov_len) continue;
    long n = write_output(fd, static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    if (n < 0) return total ? total : n;
    total += n;
  }
  return total;
}

void prepare_stdio() {
  // Fully buffered, as it is whenever stdout is not a terminal.
  if (char* buffer = static_cast<char*>(malloc(BUFSIZ))) setvbuf(stdout, buffer, _IOFBF, BUFSIZ);
}

}  // namespace omc
