// What the last `omc instrument` into a folder did, so that the next one does only what changed.
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
  bool left = false;    // this source wants it left alone
};

// One source that was instrumented.
struct ManifestSource {
  std::string file, directory;
  Words command;
  unsigned hooks = 0, needless = 0, left_alone = 0;
  std::vector<ManifestInput> inputs;  // itself, and every header of the project that it includes
};

struct Manifest {
  std::string omc;   // whose work it is: another omc begins anew
  std::string root;  // the folder whose tree is copied
  std::vector<ManifestSource> sources;
};

// An empty one when there is none, or when it is of another omc.
Manifest read_manifest(const std::string& file, const std::string& omc);
llvm::Error write_manifest(const std::string& file, const Manifest& manifest);

// Digests of files' texts, each read once; 0 is a file that can not be read.
class Digests {
 public:
  uint64_t of(const std::string& path);

 private:
  std::map<std::string, uint64_t> known_;
};

// The record of an entry when nothing that it is made of has changed.
const ManifestSource* find_current(const Manifest& manifest, const DatabaseEntry& entry,
                                   Digests& digests);

}  // namespace omc::driver
