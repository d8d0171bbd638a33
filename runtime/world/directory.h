// The working directory, by what identifies it to the kernel (kernel/working_directory.h).
#pragma once

#include "world/part.h"

namespace omc {

struct Directory {
  uint64_t device, inode;
};

inline Digest digest(const Directory& directory) {
  const auto& [device, inode] = directory;
  return digest_words({device, inode}, 0x64697265);
}

}  // namespace omc
