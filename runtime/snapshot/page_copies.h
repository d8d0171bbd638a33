// Copies of pages and of parts of stacks, each with its digest. Checkpoints share a copy by
// counting references; the last release frees it. Copies lie in memory of the checker. A shared
// copy never changes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/digest.h"

namespace omc {

// Whether some bytes contain timestamps (snapshot/timestamps.h); searched for when first needed.
enum class Timestamps : uint64_t { unknown, none, some };

struct PageCopy {
  uint32_t references;
  uint32_t length;
  uint64_t seed;
  Digest digest;
  mutable Timestamps timestamps;
  char bytes[1];  // `length` of them
};

// Copies with this seed have a digest that tells the content from earlier ones, and nothing else.
constexpr uint64_t serial_seed = ~uint64_t{0};

// A copy of [p, p + n) with one reference.
PageCopy* make_copy(const void* p, size_t n, uint64_t seed);
inline PageCopy* share_copy(PageCopy* copy) {
  if (copy) copy->references++;
  return copy;
}
void release_copy(PageCopy* copy);

// Updates a copy to the bytes at `p`. Returns the same copy when they are equal or nobody shares
// it, otherwise a new one.
PageCopy* update_copy(PageCopy* copy, const void* p, size_t n, uint64_t seed);

// What to add to the digest of a copy so that its timestamps count by their distance from `now`.
Digest timestamp_shift(const PageCopy& copy, int64_t now);

// The memory that copies and records occupy.
size_t copied_bytes();

// Zeroed memory from the same free lists, for records of any size.
void* allocate_record(size_t n);
void free_record(void* p, size_t n);

}  // namespace omc
