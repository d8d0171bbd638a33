// Sources of randomness: random numbers, what happens without reason, and what comes back.
#pragma once

#include "world/part.h"

namespace omc {

struct Chance {
  uint64_t random_state;  // of getrandom, /dev/urandom and std::random_device
  uint64_t spurious;      // wake-ups and failures without reason so far
  uint64_t reused;        // blocks and thread ids that came back while something named them
  uint64_t stale;         // atomics that missed the newest store, where they are bounded
};

inline Digest digest(const Chance& chance) {
  const auto& [random_state, spurious, reused, stale] = chance;
  return digest_words({random_state, spurious, reused, stale}, 0x6368616e6365);
}

inline void draw_random(Chance& chance, unsigned char* out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    chance.random_state = chance.random_state * 6364136223846793005u + 1442695040888963407u;
    out[i] = static_cast<unsigned char>(chance.random_state >> 56);
  }
}

}  // namespace omc
