// The program's descriptors (kernel/descriptors.h).
#pragma once

#include "world/part.h"

namespace omc {

constexpr int max_files = 256;  // descriptors below this keep their place in the world

// What one descriptor or several lead to: a file with a place in it, or something that threads can
// wait for (kernel/streams.h), whose state lies in the program's heap at `place`.
enum class FileKind : uint16_t { regular, stream, counter, watcher };
struct OpenFile {
  int64_t place;
  uint16_t users;
  FileKind kind;
  uint32_t status;  // of a file: the flags that F_SETFL sets
};

struct Files {
  uint64_t input_position;   // how much of stdin was read
  uint8_t slots[max_files];  // for each descriptor: its open file, 0 none
  OpenFile open[max_files];
};

// Where the program is in its files, by descriptor, and which descriptors share an open file.
inline Digest digest(const Files& files) {
  const auto& [input_position, slots, open] = files;
  Digest sum = digest_words({input_position}, 0x696e707574);
  int16_t first[max_files] = {};  // + 1: the first descriptor of each open file
  for (int fd = 0; fd < max_files; fd++) {
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
