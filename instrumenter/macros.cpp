// From a token of an expansion to the text that it came from. Expansions are nested: a macro in the
// body of another, or in its argument. A token that is the first of an expansion stands where the
// macro was called, so the walk goes outwards from there: the hook belongs before the call.
#include "macros.h"

#include <tuple>

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "filter.h"

namespace omc {

class MacroWatcher : public clang::PPCallbacks {
 public:
  explicit MacroWatcher(Macros& macros) : macros_(macros) {}

  void MacroDefined(const clang::Token&, const clang::MacroDirective* directive) override {
    auto* before = directive->getPrevious();
    bool is_defined = before && before->getKind() == clang::MacroDirective::MD_Define;
    macros_.define(directive->getMacroInfo(), is_defined ? before->getMacroInfo() : nullptr);
  }

  void MacroExpands(const clang::Token&, const clang::MacroDefinition& definition,
                    clang::SourceRange, const clang::MacroArgs*) override {
    if (auto* macro = definition.getMacroInfo()) macros_.expansions_[macro]++;
  }

 private:
  Macros& macros_;
};

Macros::Macros(clang::Preprocessor& preprocessor) : sources_(preprocessor.getSourceManager()) {
  preprocessor.addPPCallbacks(std::make_unique<MacroWatcher>(*this));
}

void Macros::define(const clang::MacroInfo* macro, const clang::MacroInfo* earlier) {
  auto location = macro->getDefinitionLoc();
  if (location.isFileID()) definitions_[sources_.getDecomposedLoc(location)] = macro;
  if (!earlier) return;
  repeated_.insert(macro);
  repeated_.insert(earlier);
}

std::optional<BodyPlace> Macros::before(clang::SourceLocation token) const {
  while (token.isMacroID()) {
    clang::SourceLocation call;
    if (sources_.isAtStartOfImmediateMacroExpansion(token, &call))
      token = call;
    else if (sources_.isMacroArgExpansion(token))
      token = sources_.getImmediateSpellingLoc(token);
    else
      return in_body(token);
  }
  return std::nullopt;
}

std::optional<BodyPlace> Macros::after(clang::SourceLocation token, unsigned length) const {
  if (!token.isMacroID() || !sources_.isMacroBodyExpansion(token)) return std::nullopt;
  auto place = in_body(token);
  if (place) place->place.offset += length;
  return place;
}

std::optional<BodyPlace> Macros::in_body(clang::SourceLocation token) const {
  auto spelled = sources_.getSpellingLoc(token);
  auto [file, offset] = sources_.getDecomposedLoc(spelled);
  auto next = definitions_.upper_bound({file, offset});
  if (next == definitions_.begin()) return std::nullopt;
  auto* macro = std::prev(next)->second;
  auto [end_file, end] = sources_.getDecomposedLoc(macro->getDefinitionEndLoc());
  bool is_inside = std::prev(next)->first.first == file && end_file == file && offset <= end;
  if (!is_inside) return std::nullopt;
  return BodyPlace{macro, sources_.getFileID(token), {file, offset}};
}

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

void MacroEdits::settle(const Macros& macros, Filter& filter, Edits& edits) const {
  for (auto& [key, asked] : wishes_) {
    if (!filter.takes(key.file)) continue;
    bool all_agree = asked.expansions.size() == macros.expansions(key.macro);
    if (!all_agree || macros.is_repeated(key.macro)) {
      if (asked.is_needed) filter.note(key.macro->getDefinitionLoc(), "the body of a macro");
      continue;
    }
    Place place = {key.file, key.offset};
    // The line of a hook in a macro is the call's; a column there can not be known.
    if (asked.is_needed)
      edits.hook(place, 0, key.form);
    else
      edits.needless(place);
    if (key.close && asked.is_needed) edits.braces(place, {key.file, key.close});
  }
}

}  // namespace omc
