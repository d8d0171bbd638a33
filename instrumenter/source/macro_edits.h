// Edits in the bodies of macros and in the arguments of their calls. Each expansion requests its
// own edits. An edit is made only when all expansions of the text request it, so it is valid in
// every one. An argument that a macro stringises or pastes stays as its author wrote it.
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

class MacroEdits {
 public:
  struct Request {
    MacroPlace hook;
    std::optional<Place> close;  // with braces around the statement, up to here
    HookForm form = HookForm::statement;
    bool is_needed = true;  // false: a hook is valid here, but this expansion needs none
  };
  void add(const Request& request);
  // Makes the edits that all expansions have requested.
  void apply(const Parsed& parsed, Filter& filter, Edits& edits) const;

 private:
  struct Key {
    const clang::MacroInfo* macro;
    clang::FileID file;
    unsigned offset, close;  // close is 0 without braces
    HookForm form;
    bool operator<(const Key& other) const;
  };
  struct Requested {
    std::set<clang::FileID> expansions;
    bool is_needed = false;
  };
  // How often the expansions use the text of arguments, by the place before a token and by the
  // place behind it.
  struct Uses {
    std::map<std::pair<clang::FileID, unsigned>, unsigned> before, after;
  };
  Uses count_uses(const Macros& macros, const Tokens& tokens) const;
  static bool agree(const Key& key, const Requested& requested, const Macros& macros,
                    const Uses& uses);

  std::map<Key, Requested> requests_;
};

}  // namespace omc::source
