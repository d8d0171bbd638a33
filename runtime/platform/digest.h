// 128-bit hashes. A sum of digests is the digest of a multiset.
#pragma once

#include <cstddef>
#include <cstdint>

namespace omc {

struct Digest {
  uint64_t low = 0, high = 0;
  friend bool operator==(const Digest&, const Digest&) = default;
  Digest& operator+=(const Digest& other) {
    high += other.high + __builtin_add_overflow(low, other.low, &low);
    return *this;
  }
  Digest& operator-=(const Digest& other) {
    high -= other.high + __builtin_sub_overflow(low, other.low, &low);
    return *this;
  }
};

Digest digest_of(const void* bytes, size_t n, uint64_t seed);

}  // namespace omc
