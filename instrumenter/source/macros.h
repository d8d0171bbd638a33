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

namespace omc {

class Filter;
class Parsed;
class Tokens;

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

// What was asked for so far.
class MacroEdits {
 public:
  struct Wish {
    MacroPlace hook;
    std::optional<Place> close;  // with braces around the statement, up to here
    HookForm form = HookForm::statement;
    bool is_needed = true;  // false: a hook may be here, and this expansion does not need one
  };
  void wish(const Wish& wish);
  void settle(const Parsed& parsed, Filter& filter, Edits& edits) const;

 private:
  struct Key {
    const clang::MacroInfo* macro;
    clang::FileID file;
    unsigned offset, close;  // close is 0 without braces
    HookForm form;
    bool operator<(const Key& other) const;
  };
  struct Asked {
    std::set<clang::FileID> expansions;
    bool is_needed = false;
  };
  // How often the text of arguments was used, by the place before a token and by the one behind.
  struct Uses {
    std::map<std::pair<clang::FileID, unsigned>, unsigned> before, after;
  };
  Uses count_uses(const Macros& macros, const Tokens& tokens) const;
  static bool agree(const Key& key, const Asked& asked, const Macros& macros, const Uses& uses);

  std::map<Key, Asked> wishes_;
};

}  // namespace omc
