// Virtual time (threads/virtual_time.h).
#pragma once

#include "world/part.h"

namespace omc {

struct VirtualClock {
  int64_t now_ns;  // since the start
  uint32_t reads;  // in a row by the thread in slot `reader`, while time stood still
  uint32_t reader;
  uint32_t used_seconds;  // of a processor, by reading how many
  bool was_read;          // until the first read, memory holds no timestamps
};

inline Digest digest(const VirtualClock& clock) {
  const auto& [now_ns, reads, reader, used_seconds, was_read] = clock;
  NOT_STATE(now_ns, "timestamps in memory count by their distance from now");
  uint64_t last = reads ? uint64_t{reader} << 32 | reads : 0;
  return digest_words({last, uint64_t{used_seconds} << 1 | was_read}, 0x636c6f636b);
}

}  // namespace omc
