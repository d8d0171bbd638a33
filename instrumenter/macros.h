// The bodies of the project's macros, as places for text. A body is one text with many expansions,
// so an edit in it is asked for by each expansion and made only when all of them ask for the same:
// then it is valid in every one. What stands in an argument is not the macro's and stays untouched.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "clang/Basic/SourceManager.h"
#include "edits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class MacroInfo;
class Preprocessor;
}  // namespace clang

namespace omc {

class Filter;

// A place in the body of a macro, seen from one of its expansions.
struct BodyPlace {
  const clang::MacroInfo* macro = nullptr;
  clang::FileID expansion;
  Place place;
};

class Macros {
 public:
  // Listens to the preprocessor from now on.
  explicit Macros(clang::Preprocessor& preprocessor);

  // Nothing when the text there is no macro's body: an argument, or made by the preprocessor.
  std::optional<BodyPlace> before(clang::SourceLocation token) const;
  std::optional<BodyPlace> after(clang::SourceLocation token, unsigned length) const;

  unsigned expansions(const clang::MacroInfo* macro) const { return expansions_.lookup(macro); }
  // A second definition must be the same text, and only one of the two would be edited.
  bool is_repeated(const clang::MacroInfo* macro) const { return repeated_.contains(macro); }

 private:
  friend class MacroWatcher;
  void define(const clang::MacroInfo* macro, const clang::MacroInfo* earlier);
  std::optional<BodyPlace> in_body(clang::SourceLocation token) const;

  const clang::SourceManager& sources_;
  // Where the text of each definition begins.
  std::map<std::pair<clang::FileID, unsigned>, const clang::MacroInfo*> definitions_;
  llvm::DenseMap<const clang::MacroInfo*, unsigned> expansions_;
  llvm::DenseSet<const clang::MacroInfo*> repeated_;
};

// What was asked for so far.
class MacroEdits {
 public:
  struct Wish {
    BodyPlace hook;
    std::optional<Place> close;  // with braces around the statement, up to here
    HookForm form = HookForm::statement;
    bool is_needed = true;  // false: a hook may be here, and this expansion does not need one
  };
  void wish(const Wish& wish);
  void settle(const Macros& macros, Filter& filter, Edits& edits) const;

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
  std::map<Key, Asked> wishes_;
};

}  // namespace omc
