// Edits in the bodies of macros and in the arguments of their calls. Each expansion requests its
// edits on its own; an edit is made only when all expansions of the text request it, so it is valid
// in every one.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "source/edits.h"
#include "source/filter.h"
#include "source/macros.h"
#include "source/parse.h"
#include "source/tokens.h"

namespace omc::source {

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

}  // namespace omc::source
