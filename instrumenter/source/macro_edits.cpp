#include "source/macro_edits.h"

#include <tuple>

#include "clang/Lex/MacroInfo.h"

namespace omc::source {

bool MacroEdits::Key::operator<(const Key& other) const {
  return std::tie(file, offset, close, form, macro) <
         std::tie(other.file, other.offset, other.close, other.form, other.macro);
}

void MacroEdits::wish(const Wish& wish) {
  auto& place = wish.hook.place;
  Key key = {wish.hook.macro, place.file, place.offset, wish.close ? wish.close->offset : 0,
             wish.form};
  auto& asked = wishes_[key];
  asked.expansions.insert(wish.hook.expansion);
  asked.is_needed |= wish.is_needed;
}

// Each token of an expansion that comes from an argument is a use of the text before it.
MacroEdits::Uses MacroEdits::count_uses(const Macros& macros, const Tokens& tokens) const {
  Uses uses;
  for (Tokens::Index i = 0; i < tokens.size(); i++) {
    auto location = tokens.location(i);
    if (!location.isMacroID()) continue;
    auto before = macros.before(location);
    if (before && !before->macro) uses.before[{before->place.file, before->place.offset}]++;
    auto inside = macros.in_argument(location);
    if (inside) uses.after[{inside->file, inside->offset + tokens.length(i)}]++;
  }
  return uses;
}

bool MacroEdits::agree(const Key& key, const Asked& asked, const Macros& macros, const Uses& uses) {
  size_t times = asked.expansions.size();
  if (key.macro) return times == macros.expansions(key.macro) && !macros.is_repeated(key.macro);
  bool closes = !key.close || uses.after.at({key.file, key.close}) == times;
  return closes && uses.before.at({key.file, key.offset}) == times &&
         !macros.is_glued({key.file, key.offset});
}

void MacroEdits::settle(const Parsed& parsed, Filter& filter, Edits& edits) const {
  auto& sources = parsed.sources();
  auto uses = count_uses(parsed.macros(), parsed.tokens());
  for (auto& [key, asked] : wishes_) {
    if (!filter.takes(key.file)) continue;
    Place place = {key.file, key.offset};
    auto location = sources.getComposedLoc(key.file, key.offset);
    if (!agree(key, asked, parsed.macros(), uses)) {
      if (!asked.is_needed) continue;
      if (key.macro)
        filter.note(key.macro->getDefinitionLoc(), "the body of a macro");
      else
        filter.note(location, "in the argument of a macro");
      continue;
    }
    if (!asked.is_needed) {
      edits.needless(place);
      continue;
    }
    // The line of a hook in a macro is the call's; a column there can not be known. In an argument
    // it would be the line where the call ends, so there it is said.
    if (key.macro)
      edits.hook(place, 0, key.form);
    else
      edits.hook(place, sources.getColumnNumber(key.file, key.offset), key.form,
                 sources.getPresumedLineNumber(location));
    if (key.close) edits.braces(place, {key.file, key.close});
  }
}

}  // namespace omc::source
