// Instrumented copies of a project's files, as one tree. Several sources include a header, and each
// may compile other parts of it; the copy has the hooks of all.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "compile/instrumenter.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

// Merges two instrumented texts of one original. Instrumenting keeps lines, so they are compared
// line by line; nothing when both changed a line, each in another way.
std::optional<std::string> merge_texts(llvm::StringRef original, llvm::StringRef one,
                                       llvm::StringRef other);

class Copies {
 public:
  // Begins with the copy of an earlier run, made from the same original.
  void start(const std::string& path, const std::string& original, const std::string& earlier);
  bool has(const std::string& path) const { return files_.contains(path); }
  void add(const source::InstrumentResult& result);
  void leave(const std::string& path);

  // Files that two sources read differently; their copies have no hooks.
  std::vector<std::string> conflicts() const;
  std::vector<std::string> paths() const;
  const std::string& text(const std::string& path) const;

 private:
  struct File {
    std::string original, text;
    bool left = false, conflict = false;
  };
  std::map<std::string, File> files_;
};

// Writes `text` unless the file has it already, so that an unchanged file keeps its time. Makes the
// folder.
llvm::Error write_if_changed(const std::string& path, llvm::StringRef text);

// A whole file, or nothing when it cannot be read.
std::optional<std::string> read_file(const std::string& path);

}  // namespace omc::driver
