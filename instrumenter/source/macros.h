// The bodies of the project's macros and the arguments of calls, as places for text. A body is one
// text with many expansions, and so is an argument that its macro uses more than once. An edit is
// asked for by each expansion and made only when all of them ask for the same: then it is valid in
// every one. An argument that becomes a string, or is pasted, stays as its author wrote it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "source/edits.h"

namespace clang {
class MacroArgs;
class MacroInfo;
class Preprocessor;
}  // namespace clang

namespace omc::source {

// A place in the body of a macro or in the argument of a call, seen from one of its expansions.
struct MacroPlace {
  const clang::MacroInfo* macro = nullptr;  // nothing: an argument
  clang::FileID expansion;
  Place place;
  bool is_argument = false;  // of a call, which may stand in a body
};

class Macros {
 public:
  // Listens to the preprocessor from now on.
  explicit Macros(clang::Preprocessor& preprocessor);

  // Nothing when there is no text: it was made by the preprocessor.
  std::optional<MacroPlace> before(clang::SourceLocation token) const;
  std::optional<MacroPlace> after(clang::SourceLocation token, unsigned length) const;
  // Where a token that comes as it is from the argument of a call stands in a file.
  std::optional<Place> in_argument(clang::SourceLocation token) const;

  unsigned expansions(const clang::MacroInfo* macro) const { return expansions_.lookup(macro); }
  // A second definition must be the same text, and only one of the two would be edited.
  bool is_repeated(const clang::MacroInfo* macro) const { return repeated_.contains(macro); }
  // Whether a macro makes a string of the argument's text at this place, or pastes it to another.
  bool is_glued(Place place) const { return glued_.contains({place.file, place.offset}); }

 private:
  friend class MacroWatcher;
  void define(const clang::MacroInfo* macro, const clang::MacroInfo* earlier);
  void expand(const clang::MacroInfo* macro, const clang::MacroArgs* arguments);
  std::optional<MacroPlace> in_body(clang::SourceLocation token) const;

  const clang::SourceManager& sources_;
  // Where the text of each definition begins.
  std::map<std::pair<clang::FileID, unsigned>, const clang::MacroInfo*> definitions_;
  llvm::DenseMap<const clang::MacroInfo*, unsigned> expansions_;
  llvm::DenseSet<const clang::MacroInfo*> repeated_;
  std::set<std::pair<clang::FileID, unsigned>> glued_;
};

}  // namespace omc::source
