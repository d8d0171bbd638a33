// Text edits: hooks, `done`, `no_sanitize` and braces, as insertions at byte offsets of files. An
// edit that is requested twice, such as by two visits of a template, is made once. No insertion has
// a newline, and nothing is ever removed, so every line keeps its number.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace omc::source {

struct Place {
  clang::FileID file;
  unsigned offset = 0;
};

// A hook is a statement, or, where there is no room for one, the left side of a comma.
enum class HookForm { statement, comma };

class Edits {
 public:
  // `line` is 0 where __LINE__ is right.
  void hook(Place place, unsigned column, HookForm form = HookForm::statement, unsigned line = 0) {
    files_[place.file].hooks[place.offset] = {line, column, form};
  }
  // A hook is valid here, but left out because nothing needs it.
  void needless(Place place) { files_[place.file].needless.insert(place.offset); }
  void done(Place place) { files_[place.file].dones.insert(place.offset); }
  // The function that begins here has the attribute no_sanitize("thread").
  void no_sanitize(Place place) { files_[place.file].no_sanitizes.insert(place.offset); }
  // Both places are in one file.
  void braces(Place open, Place close) {
    files_[open.file].braces.insert({open.offset, close.offset});
  }
  // A block that begins with `done`, around a function-try-block.
  void done_around(Place open, Place close) {
    files_[open.file].done_blocks.insert({open.offset, close.offset});
  }
  void drop(clang::FileID file) { files_.erase(file); }

  std::vector<clang::FileID> files() const;
  unsigned hooks_in(clang::FileID file) const;
  unsigned needless_in(clang::FileID file) const;
  std::string apply(clang::FileID file, llvm::StringRef text) const;

 private:
  struct Hook {
    unsigned line, column;
    HookForm form;
  };
  struct File {
    std::map<unsigned, Hook> hooks;  // by offset
    std::set<unsigned> needless, dones, no_sanitizes;
    std::set<std::pair<unsigned, unsigned>> braces, done_blocks;  // offsets of open and close
  };
  std::map<clang::FileID, File> files_;
};

}  // namespace omc::source
