// Bytes that are kept: a copy of a page or of a stack, with its digest, shared by every checkpoint
// that needs it and given back when none does. They lie in memory of the checker and never change
// once they are shared.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/digest.h"

namespace omc {

struct Kept {
  uint32_t references;
  uint32_t length;
  uint64_t seed;
  Digest digest;
  mutable uint64_t moments;  // see snapshot/timestamps.h: 0 not looked for, 1 none, 2 some
  char bytes[1];             // as many as length says
};

// A copy of [p, p + n) with one reference.
Kept* keep(const void* p, size_t n, uint64_t seed);
inline Kept* share(Kept* kept) {
  if (kept) kept->references++;
  return kept;
}
void release(Kept* kept);

// `kept` as it would be with the bytes that are at p now: itself when they are the same; else
// written over when nobody shares it, or a new one in its place.
Kept* renew(Kept* kept, const void* p, size_t n, uint64_t seed);

// What the digest of some bytes is more than their own when the moments in them are seen from now;
// zero without any.
Digest shift(const Kept& kept, int64_t now);

// Bytes of all that is kept.
size_t kept_bytes();

// Plain memory from the same store, for records of any size; zeroed.
void* keep_room(size_t n);
void release_room(void* p, size_t n);

}  // namespace omc
