// Where text may be inserted. The stream is the preprocessor's output: it has no disabled
// conditional branches, no directives and no comments. So the token before a statement is the one
// that the parser reads before it.
#include "source/tokens.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

namespace omc::source {

// OpenMP directives that apply to no statement.
static bool stands_alone(llvm::StringRef directive) {
  for (auto name : {"barrier", "taskwait", "taskyield", "flush", "cancel", "threadprivate"})
    if (directive.starts_with(name)) return true;
  return false;
}

class PragmaWatcher : public clang::PPCallbacks {
 public:
  explicit PragmaWatcher(Tokens& tokens) : tokens_(tokens) {}

  void PragmaDirective(clang::SourceLocation location, clang::PragmaIntroducerKind) override {
    bool failed = false;
    auto spelled = tokens_.sources_.getSpellingLoc(location);
    llvm::StringRef line = tokens_.sources_.getCharacterData(spelled, &failed);
    if (failed) return;
    line = line.take_until([](char c) { return c == '\n'; });
    if (line.consume_front("_Pragma") || line.consume_front("__pragma")) {
      line = line.ltrim(" \t(L");
      // _Pragma(#x): its text is unknown here, so it may apply to the statement.
      if (!line.consume_front("\"")) return attach();
    } else {
      line.consume_front("#");
      line.consume_front("%:");
      line = line.ltrim();
      line.consume_front("pragma");
    }
    line = line.ltrim();
    if (line.consume_front("omp")) {
      bool matters = tokens_.preprocessor_.getLangOpts().OpenMP && !stands_alone(line.ltrim());
      return matters ? attach() : void();
    }
    for (auto name : {"unroll", "nounroll", "clang loop", "GCC unroll", "GCC ivdep"})
      if (line.starts_with(name)) attach();
  }

 private:
  void attach() { tokens_.pragmas_.insert(tokens_.tokens_.size()); }

  Tokens& tokens_;
};

Tokens::Tokens(clang::Preprocessor& preprocessor)
    : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()) {
  preprocessor.addPPCallbacks(std::make_unique<PragmaWatcher>(*this));
  preprocessor.setTokenWatcher([this](const clang::Token& token) {
    if (token.isAnnotation() || token.getLocation().isInvalid()) return;
    auto place = sources_.getExpansionLoc(token.getLocation());
    if (sources_.isInSystemHeader(place)) return;
    files_.insert(sources_.getFileID(place));
    index_.insert({token.getLocation(), tokens_.size()});
    tokens_.push_back({token.getLocation(), token.getKind(), token.getLength()});
  });
}

Tokens::~Tokens() { preprocessor_.setTokenWatcher(nullptr); }

std::optional<Tokens::Index> Tokens::find(clang::SourceLocation location) const {
  if (location.isInvalid()) return std::nullopt;
  auto found = index_.find(location);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

bool Tokens::same_expansion(Index a, Index b) const {
  auto x = tokens_[a].location, y = tokens_[b].location;
  return x.isMacroID() && y.isMacroID() &&
         sources_.getExpansionLoc(x) == sources_.getExpansionLoc(y);
}

clang::FileID Tokens::file(Index i) const {
  return sources_.getFileID(sources_.getExpansionLoc(tokens_[i].location));
}

Tokens::Index Tokens::with_prefix(Index i) const {
  for (;;) {
    auto attribute = attribute_before(i);
    if (attribute)
      i = *attribute;
    else if (i > 0 && kind(i - 1) == clang::tok::kw___extension__)
      i--;
    else
      return i;
  }
}

// Where `[[…]]` or `__attribute__((…))` begins that ends right before token i.
std::optional<Tokens::Index> Tokens::attribute_before(Index i) const {
  using namespace clang::tok;
  if (i < 4 || kind(i - 1) != kind(i - 2)) return std::nullopt;
  bool is_square = kind(i - 1) == r_square;
  if (!is_square && kind(i - 1) != r_paren) return std::nullopt;
  auto open = is_square ? l_square : l_paren, close = is_square ? r_square : r_paren;
  int depth = 0;
  for (Index at = i; at-- > 1;) {
    if (kind(at) == close) depth++;
    if (kind(at) != open || --depth > 0) continue;
    if (is_square) return kind(at + 1) == l_square ? std::optional(at) : std::nullopt;
    return kind(at - 1) == kw___attribute ? std::optional(at - 1) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Place> Tokens::before(Index i) const {
  if (i > 0 && same_expansion(i - 1, i)) return std::nullopt;
  auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(tokens_[i].location));
  return Place{file, offset};
}

std::optional<Place> Tokens::after(Index i) const {
  if (i + 1 < tokens_.size() && same_expansion(i, i + 1)) return std::nullopt;
  auto location = tokens_[i].location;
  unsigned length = tokens_[i].length;
  if (location.isMacroID()) {
    location = sources_.getExpansionRange(location).getEnd();
    if (!location.isFileID()) return std::nullopt;
    length = clang::Lexer::MeasureTokenLength(location, sources_, preprocessor_.getLangOpts());
  }
  auto [file, offset] = sources_.getDecomposedLoc(location);
  return Place{file, offset + length};
}

unsigned Tokens::column(Index i) const {
  auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(tokens_[i].location));
  unsigned column = sources_.getColumnNumber(file, offset);
  // Editors do not show a byte order mark as part of the line.
  bool on_first_line = column == offset + 1;
  return on_first_line && sources_.getBufferData(file).starts_with("\xEF\xBB\xBF") ? column - 3
                                                                                   : column;
}

std::optional<Tokens::Index> Tokens::semicolon_from(Index i) const {
  int depth = 0;
  for (; i < tokens_.size(); i++) {
    switch (tokens_[i].kind) {
      case clang::tok::l_paren:
      case clang::tok::l_square:
      case clang::tok::l_brace:
        depth++;
        break;
      case clang::tok::r_paren:
      case clang::tok::r_square:
      case clang::tok::r_brace:
        if (--depth < 0) return std::nullopt;
        break;
      case clang::tok::semi:
        if (depth == 0) return i;
        break;
      default:
        break;
    }
  }
  return std::nullopt;
}

}  // namespace omc::source
