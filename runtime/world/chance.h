// Sources of randomness: random numbers, and what happens without reason.
#pragma once

#include "world/part.h"

namespace omc {

struct Chance {
  uint64_t random_state;  // of getrandom
  uint64_t spurious;      // wake-ups and failures without reason so far
};

inline Digest digest(const Chance& chance) {
  const auto& [random_state, spurious] = chance;
  return digest_words({random_state, spurious}, 0x6368616e6365);
}

}  // namespace omc
