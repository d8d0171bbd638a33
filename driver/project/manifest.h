// A record of the last `omc instrument` into a folder: the next one does only what changed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "launch/command.h"
#include "llvm/Support/Error.h"
#include "project/database.h"

namespace omc::driver {

struct ManifestInput {
  std::string path;
  uint64_t digest = 0;  // of the original's text
  bool left = false;    // this source needs its text unchanged
};

// One source that was instrumented.
struct ManifestSource {
  std::string file, directory;
  Words command;
  unsigned hooks = 0, needless = 0, left_alone = 0;
  std::vector<ManifestInput> inputs;  // itself, and every header of the project that it includes
};

struct Manifest {
  std::string omc;   // the omc that wrote it; another one does everything again
  std::string root;  // the folder whose tree is copied
  std::vector<ManifestSource> sources;
};

// An empty manifest when there is none, or when another omc wrote it.
Manifest read_manifest(const std::string& file, const std::string& omc);
llvm::Error write_manifest(const std::string& file, const Manifest& manifest);

// Digests of files' texts, each read once; 0 for a file that cannot be read.
class Digests {
 public:
  uint64_t of(const std::string& path);

 private:
  std::map<std::string, uint64_t> known_;
};

// The record of an entry if its command and its inputs are unchanged; otherwise null.
const ManifestSource* find_current(const Manifest& manifest, const DatabaseEntry& entry,
                                   Digests& digests);

}  // namespace omc::driver
