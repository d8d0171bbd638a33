// Limits that the program has set itself (kernel/resource_limits.h).
#pragma once

#include "world/part.h"

namespace omc {

// As the kernel's struct rlimit.
struct ResourceLimit {
  uint64_t current, most, is_set;
};
constexpr unsigned max_limits = 16;

struct ResourceLimits {
  ResourceLimit of[max_limits];  // by number of the resource
};

inline Digest digest(const ResourceLimits& limits) {
  const auto& [of] = limits;
  Digest sum;
  for (unsigned i = 0; i < max_limits; i++)
    if (of[i].is_set) sum += digest_of(&of[i], sizeof of[i], 0x6c696d6974 + i);
  return sum;
}

}  // namespace omc
