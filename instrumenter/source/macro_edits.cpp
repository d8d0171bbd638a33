#include "source/macro_edits.h"

#include <tuple>

#include "clang/Lex/MacroInfo.h"

namespace omc::source {

bool MacroEdits::Key::operator<(const Key& other) const {
  return std::tie(file, offset, close, form, macro) <
         std::tie(other.file, other.offset, other.close, other.form, other.macro);
}

void MacroEdits::add(const Request& request) {
  auto& place = request.hook.place;
  Key key = {request.hook.macro, place.file, place.offset,
             request.close ? request.close->offset : 0, request.form};
  auto& requested = requests_[key];
  requested.expansions.insert(request.hook.expansion);
  requested.is_needed |= request.is_needed;
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

bool MacroEdits::agree(const Key& key, const Requested& requested, const Macros& macros,
                       const Uses& uses) {
  size_t times = requested.expansions.size();
  if (key.macro) return times == macros.expansions(key.macro) && !macros.is_repeated(key.macro);
  bool closes = !key.close || uses.after.at({key.file, key.close}) == times;
  return closes && uses.before.at({key.file, key.offset}) == times &&
         !macros.is_glued({key.file, key.offset});
}

void MacroEdits::apply(const Parsed& parsed, Filter& filter, Edits& edits) const {
  auto& sources = parsed.sources();
  auto uses = count_uses(parsed.macros(), parsed.tokens());
  for (auto& [key, requested] : requests_) {
    if (!filter.takes(key.file)) continue;
    Place place = {key.file, key.offset};
    auto location = sources.getComposedLoc(key.file, key.offset);
    if (!agree(key, requested, parsed.macros(), uses)) {
      if (!requested.is_needed) continue;
      if (key.macro)
        filter.note(key.macro->getDefinitionLoc(), "the body of a macro");
      else
        filter.note(location, "in the argument of a macro");
      continue;
    }
    if (!requested.is_needed) {
      edits.needless(place);
      continue;
    }
    // In a body, the hook's line is that of the call, and its column is unknown. In an argument,
    // __LINE__ would be the line where the call ends, so the hook names its own.
    if (key.macro)
      edits.hook(place, 0, key.form);
    else
      edits.hook(place, sources.getColumnNumber(key.file, key.offset), key.form,
                 sources.getPresumedLineNumber(location));
    if (key.close) edits.braces(place, {key.file, key.close});
  }
}

}  // namespace omc::source
