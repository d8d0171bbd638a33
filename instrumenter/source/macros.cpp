// From a token of an expansion to the text that it came from. Expansions are nested: a macro may be
// called in the body of another, or in its argument. For the first token of an expansion, the
// search continues at the call, because a hook belongs before the call. For any other token it
// continues where the token is spelled: in the body of a macro, or finally in an argument in a
// file.
#include "source/macros.h"

#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace omc::source {

class MacroWatcher : public clang::PPCallbacks {
 public:
  explicit MacroWatcher(Macros& macros) : macros_(macros) {}

  void MacroDefined(const clang::Token&, const clang::MacroDirective* directive) override {
    auto* before = directive->getPrevious();
    bool is_defined = before && before->getKind() == clang::MacroDirective::MD_Define;
    macros_.define(directive->getMacroInfo(), is_defined ? before->getMacroInfo() : nullptr);
  }

  void MacroExpands(const clang::Token&, const clang::MacroDefinition& definition,
                    clang::SourceRange, const clang::MacroArgs* arguments) override {
    if (auto* macro = definition.getMacroInfo()) macros_.expand(macro, arguments);
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

// Which parameters of a macro are operands of # or ##.
static llvm::SmallVector<bool> glued_parameters(const clang::MacroInfo& macro) {
  using namespace clang::tok;
  llvm::SmallVector<bool> glued(macro.getNumParams(), false);
  auto body = macro.tokens();
  auto is_glue = [&](size_t i) { return i < body.size() && body[i].isOneOf(hash, hashhash); };
  for (size_t i = 0; i < body.size(); i++) {
    auto* name = body[i].getIdentifierInfo();
    bool is_beside = is_glue(i - 1) || (i + 1 < body.size() && body[i + 1].is(hashhash));
    if (!name || !is_beside) continue;
    int which = macro.getParameterNum(name);
    if (which >= 0) glued[which] = true;
    // Any parameter may be in its brackets.
    if (name->isStr("__VA_OPT__")) glued.assign(glued.size(), true);
  }
  return glued;
}

void Macros::expand(const clang::MacroInfo* macro, const clang::MacroArgs* arguments) {
  expansions_[macro]++;
  if (!arguments) return;
  auto glued = glued_parameters(*macro);
  for (unsigned i = 0; i < glued.size() && i < arguments->getNumMacroArguments(); i++) {
    if (!glued[i]) continue;
    for (auto* token = arguments->getUnexpArgument(i); token->isNot(clang::tok::eof); token++)
      glued_.insert(sources_.getDecomposedSpellingLoc(token->getLocation()));
  }
}

std::optional<MacroPlace> Macros::before(clang::SourceLocation token) const {
  auto expansion = sources_.getFileID(token);
  bool is_argument = false;
  while (token.isMacroID()) {
    clang::SourceLocation call;
    if (sources_.isAtStartOfImmediateMacroExpansion(token, &call))
      token = call;
    else if (sources_.isMacroArgExpansion(token))
      token = sources_.getImmediateSpellingLoc(token), is_argument = true;
    else {
      auto place = in_body(token);
      if (place) place->is_argument = is_argument;
      return place;
    }
  }
  if (!is_argument || sources_.isWrittenInScratchSpace(token)) return std::nullopt;
  auto [file, offset] = sources_.getDecomposedLoc(token);
  return MacroPlace{nullptr, expansion, {file, offset}, true};
}

std::optional<Place> Macros::in_argument(clang::SourceLocation token) const {
  if (!token.isMacroID()) return std::nullopt;
  while (token.isMacroID()) {
    if (!sources_.isMacroArgExpansion(token)) return std::nullopt;
    token = sources_.getImmediateSpellingLoc(token);
  }
  auto [file, offset] = sources_.getDecomposedLoc(token);
  return Place{file, offset};
}

std::optional<MacroPlace> Macros::after(clang::SourceLocation token, unsigned length) const {
  if (!token.isMacroID()) return std::nullopt;
  if (auto place = in_argument(token))
    return MacroPlace{nullptr, sources_.getFileID(token), {place->file, place->offset + length}};
  if (!sources_.isMacroBodyExpansion(token)) return std::nullopt;
  auto place = in_body(token);
  if (place) place->place.offset += length;
  return place;
}

std::optional<MacroPlace> Macros::in_body(clang::SourceLocation token) const {
  auto spelled = sources_.getSpellingLoc(token);
  auto [file, offset] = sources_.getDecomposedLoc(spelled);
  auto next = definitions_.upper_bound({file, offset});
  if (next == definitions_.begin()) return std::nullopt;
  auto* macro = std::prev(next)->second;
  auto [end_file, end] = sources_.getDecomposedLoc(macro->getDefinitionEndLoc());
  bool is_inside = std::prev(next)->first.first == file && end_file == file && offset <= end;
  if (!is_inside) return std::nullopt;
  return MacroPlace{macro, sources_.getFileID(token), {file, offset}};
}

}  // namespace omc::source
