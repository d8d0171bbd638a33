// The ids that the program has taken on (threads/credentials.h).
#pragma once

#include "world/part.h"

namespace omc {

// Real, effective and saved id, and the one for access to files.
struct Identity {
  uint32_t real, effective, saved, files;
  bool operator==(const Identity&) const = default;
};
constexpr unsigned max_groups = 64;  // supplementary groups that are recorded

struct Credentials {
  uint64_t is_set;  // the program has changed them; else they are the kernel's
  Identity user, group;
  uint64_t group_count;
  uint32_t groups[max_groups];
};

inline Digest digest(const Credentials& credentials) {
  const auto& [is_set, user, group, group_count, groups] = credentials;
  if (!is_set) return {};
  Digest sum = digest_of(&user, sizeof user, 0x75736572);
  sum += digest_of(&group, sizeof group, 0x67726f7570);
  sum += digest_of(groups, group_count * sizeof *groups, 0x67726f757073);
  return sum;
}

}  // namespace omc
