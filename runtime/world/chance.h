// Sources of randomness: random numbers and spurious wake-ups.
#pragma once

#include "world/part.h"

namespace omc {

struct Chance {
  uint64_t random_state;  // of getrandom
  uint64_t spurious_wakeups;
};

inline Digest digest(const Chance& chance) {
  const auto& [random_state, spurious_wakeups] = chance;
  return digest_words({random_state, spurious_wakeups}, 0x6368616e6365);
}

}  // namespace omc
