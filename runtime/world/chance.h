// Sources of randomness: random numbers, and what happens without reason.
#pragma once

#include "world/part.h"

namespace omc {

struct Chance {
  uint64_t random_state;  // of getrandom, /dev/urandom and std::random_device
  uint64_t spurious;      // wake-ups and failures without reason so far
};

inline Digest digest(const Chance& chance) {
  const auto& [random_state, spurious] = chance;
  return digest_words({random_state, spurious}, 0x6368616e6365);
}

inline void draw_random(Chance& chance, unsigned char* out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    chance.random_state = chance.random_state * 6364136223846793005u + 1442695040888963407u;
    out[i] = static_cast<unsigned char>(chance.random_state >> 56);
  }
}

}  // namespace omc
