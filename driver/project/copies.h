// Instrumented copies of a project's files, as one tree. A header is read by several sources, and
// each may see other parts of it; the copy has the hooks of all.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "compile/instrumenter.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

// Two instrumented texts of one original as one. Instrumenting keeps lines, so they are compared
// line by line; a line that both changed, each in its own way, has no common text.
std::optional<std::string> merge_texts(llvm::StringRef original, llvm::StringRef one,
                                       llvm::StringRef other);

class Copies {
 public:
  // What an earlier run made of a file whose text is the same today is the ground to build on.
  void start(const std::string& path, const std::string& original, std::string earlier);
  bool has(const std::string& path) const { return files_.contains(path); }
  void add(const source::InstrumentResult& result);
  void leave(const std::string& path);

  // Files that two sources read so differently that they are left alone.
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

// Writes `text` where it is not there already, so that what is unchanged keeps its time; makes the
// folder.
llvm::Error write_if_changed(const std::string& path, llvm::StringRef text);

// A whole file, or nothing when it can not be read.
std::optional<std::string> read_file(const std::string& path);

}  // namespace omc::driver
