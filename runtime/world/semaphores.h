// Semaphores that are not objects of the program: the paper's, and named ones.
#pragma once

#include "world/part.h"

namespace omc {

constexpr unsigned max_semaphores = 256;  // the paper's, numbered

struct Semaphores {
  bool up[max_semaphores];
  void* named;  // a list in the program's heap
};

inline Digest digest(const Semaphores& semaphores) {
  const auto& [up, named] = semaphores;
  Digest sum = digest_of(up, sizeof up, 0x7570);
  sum += digest_words({reinterpret_cast<uint64_t>(named)}, 0x6e616d6564);
  return sum;
}

}  // namespace omc
