// The macros of the project, and which text each token of an expansion comes from: the body of a
// macro or the argument of a call. A body is one text with many expansions, and so is an argument
// that its macro uses more than once (source/macro_edits.h).
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

// A place in the body of a macro or in the argument of a call, and one expansion of that text.
struct MacroPlace {
  const clang::MacroInfo* macro = nullptr;  // null: an argument in a file
  clang::FileID expansion;
  Place place;
  bool is_argument = false;  // of a call, which may be in a body
};

class Macros {
 public:
  // Observes the preprocessor from now on.
  explicit Macros(clang::Preprocessor& preprocessor);

  // Nothing when the preprocessor has generated the token, so that there is no text.
  std::optional<MacroPlace> before(clang::SourceLocation token) const;
  std::optional<MacroPlace> after(clang::SourceLocation token, unsigned length) const;
  // The place in a file of a token that comes unchanged from the argument of a call.
  std::optional<Place> in_argument(clang::SourceLocation token) const;

  unsigned expansions(const clang::MacroInfo* macro) const { return expansions_.lookup(macro); }
  // Whether the macro is defined twice. Both definitions must have the same text, and an edit would
  // change only one.
  bool is_repeated(const clang::MacroInfo* macro) const { return repeated_.contains(macro); }
  // Whether a macro stringises or pastes the text of the argument at this place.
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
