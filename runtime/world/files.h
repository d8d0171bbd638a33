// The program's descriptors (kernel/descriptors.h).
#pragma once

#include <cstring>

#include "world/part.h"

namespace omc {

constexpr int max_files = 256;  // descriptors below this have an entry in the world

// An open file description, which several descriptors may share: a file with a position, or an
// object that threads can wait for (kernel/streams.h). The state of an object lies in the program's
// heap at `place`.
enum class FileKind : uint16_t { regular, stream, counter, watcher };
struct OpenFile {
  int64_t place;
  uint16_t users;
  FileKind kind;
  uint32_t status;  // of a file: the flags that F_SETFL sets
};

struct Files {
  uint64_t input_position;   // bytes of stdin that were read
  uint8_t slots[max_files];  // for each descriptor: its open file, 0 none
  OpenFile open[max_files];
};

// Most descriptors are closed, and the digest is made at each state.
inline bool are_eight_closed(const uint8_t* slots) {
  uint64_t eight;
  memcpy(&eight, slots, sizeof eight);
  return !eight;
}

// By descriptor: the position in its file, and which descriptors share an open file.
inline Digest digest(const Files& files) {
  const auto& [input_position, slots, open] = files;
  Digest sum = digest_words({input_position}, 0x696e707574);
  int16_t first[max_files] = {};  // + 1: the first descriptor of each open file
  for (int fd = 0; fd < max_files; fd++) {
    if (fd % 8 == 0 && are_eight_closed(slots + fd)) {
      fd += 7;
      continue;
    }
    if (!slots[fd]) continue;
    const auto& [place, users, kind, status] = open[slots[fd]];
    NOT_STATE(users, "follows from the descriptors that lead to it");
    NOT_STATE(kind, "no two files of different kinds have one place");
    int16_t& shared = first[slots[fd]];
    if (!shared) shared = static_cast<int16_t>(fd + 1);
    sum += digest_words({static_cast<uint64_t>(fd), static_cast<uint64_t>(place), status,
                         static_cast<uint64_t>(shared)},
                        0x66696c65);
  }
  return sum;
}

}  // namespace omc
