// What the program has written to descriptors 1 and 2 (kernel/output.h). The text lies behind the
// world.
#pragma once

#include "world/part.h"

namespace omc {

constexpr size_t max_output = size_t{1} << 30;

// The text written to one of them, as a digest that does not depend on how it was split into
// writes.
struct Output {
  uint64_t length = 0;
  uint64_t digest[2] = {};
};

struct Outputs {
  Output streams[2];
};

inline Digest digest(const Outputs& outputs) {
  const auto& [streams] = outputs;
  const auto& [length, first] = streams[0];
  const auto& [error_length, second] = streams[1];
  return digest_words({length, first[0], first[1], error_length, second[0], second[1]},
                      0x6f7574707574);
}

}  // namespace omc
