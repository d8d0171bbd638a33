#include "platform/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace omc {

Digest digest_of(const void* bytes, size_t n, uint64_t seed) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, n, seed);
  return {hash.low64, hash.high64};
}

}  // namespace omc
