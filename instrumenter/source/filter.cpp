// The reasons for which a file or a function is left alone.
#include "source/filter.h"

#include <map>

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "fmt/format.h"
#include "llvm/Support/GlobPattern.h"

namespace omc::source {

static llvm::Expected<std::vector<std::string>> read_globs(const std::vector<std::string>& texts) {
  std::vector<std::string> globs;
  for (auto& text : texts) {
    // A relative pattern such as `queue.h` or `src/*` may match below any folder.
    bool is_anchored =
        llvm::StringRef(text).starts_with("/") || llvm::StringRef(text).starts_with("*");
    globs.push_back(is_anchored ? text : "*/" + text);
    auto glob = llvm::GlobPattern::create(globs.back());
    if (!glob)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "the pattern '%s' is not valid: %s", text.c_str(),
                                     llvm::toString(glob.takeError()).c_str());
  }
  return globs;
}

llvm::Expected<Filter> Filter::make(const Parsed& parsed, const std::vector<std::string>& only,
                                    const std::vector<std::string>& exclude) {
  Filter filter(parsed);
  auto only_globs = read_globs(only), exclude_globs = read_globs(exclude);
  if (!only_globs || !exclude_globs)
    return llvm::joinErrors(only_globs.takeError(), exclude_globs.takeError());
  filter.only_ = std::move(*only_globs);
  filter.exclude_ = std::move(*exclude_globs);

  // The command line and the compiler's own definitions have no path.
  std::map<std::string, std::set<clang::FileID>> inclusions;
  for (auto file : parsed.tokens().files()) inclusions[parsed.path_of(file)].insert(file);
  inclusions.erase("");
  for (auto& [path, files] : inclusions) {
    auto file = *files.begin();
    auto reason = files.size() > 1 ? "included more than once" : filter.why_not(file, path);
    if (reason.empty())
      filter.takes_.insert(file);
    else
      filter.note(parsed.sources().getLocForStartOfFile(file), reason);
  }
  return filter;
}

// A GlobPattern refers to its text, so it is made where it is used.
static bool matches(const std::vector<std::string>& globs, llvm::StringRef path) {
  return llvm::any_of(globs, [&](auto& glob) {
    return llvm::cantFail(llvm::GlobPattern::create(glob)).match(path);
  });
}

static bool is_instrumented(const clang::SourceManager& sources, clang::FileID file,
                            const clang::LangOptions& language) {
  if (!sources.getBufferData(file).contains("__omc_hook")) return false;
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, language);
  clang::Token token;
  while (!lexer.LexFromRawLexer(token))
    if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier().starts_with("__omc_hook"))
      return true;
  return false;
}

std::string Filter::why_not(clang::FileID file, const std::string& path) const {
  if (!only_.empty() && !matches(only_, path)) return "not among the files to instrument";
  if (matches(exclude_, path)) return "excluded";
  if (is_instrumented(parsed_->sources(), file, parsed_->language())) return "instrumented already";
  if (parsed_->under_two_names(file)) return "included under two names";
  return "";
}

bool Filter::takes(clang::SourceLocation location) const {
  auto& sources = parsed_->sources();
  return location.isValid() && takes(sources.getFileID(sources.getExpansionLoc(location)));
}

bool Filter::takes(const clang::FunctionDecl& function) {
  auto reason = why_not(function);
  if (reason.empty()) return true;
  bool is_written = function.doesThisDeclarationHaveABody() && !function.isDefaulted();
  if (is_written && !function.isImplicit()) note(function.getLocation(), reason);
  return false;
}

static bool is_annotated(const clang::FunctionDecl& function) {
  for (auto* attribute : function.specific_attrs<clang::AnnotateAttr>())
    if (attribute->getAnnotation() == "omc_no_instrument") return true;
  return false;
}

std::string Filter::why_not(const clang::FunctionDecl& function) const {
  // The attribute may be on another declaration than the one with the body.
  if (is_annotated(*function.getMostRecentDecl()) || is_annotated(function))
    return "OMC_NO_INSTRUMENT";
  if (function.hasAttr<clang::NakedAttr>()) return "a naked function";
  if (function.isConsteval()) return "consteval";
  // Before C++14, the body may have no statement besides `return`.
  if (function.isConstexprSpecified() && !parsed_->language().CPlusPlus14)
    return "constexpr before C++14";
  return "";
}

bool Filter::takes(const clang::LambdaExpr& lambda) {
  auto reason = lambda.getCallOperator() ? why_not(*lambda.getCallOperator()) : "";
  if (reason.empty()) return true;
  note(lambda.getBeginLoc(), reason);
  return false;
}

bool Filter::leaves(clang::FileID file) const {
  return late_.contains(file) || (parsed_->tokens().files().contains(file) && !takes(file));
}

void Filter::leave_file(clang::FileID file, const std::string& reason) {
  if (!late_.insert(file).second) return;
  note(parsed_->sources().getLocForStartOfFile(file), reason);
}

void Filter::drop_late_files(Edits& edits) const {
  for (auto file : late_) edits.drop(file);
}

void Filter::note(clang::SourceLocation location, const std::string& reason) {
  auto place = parsed_->sources().getExpansionLoc(location);
  auto file = parsed_->sources().getFileID(place);
  auto text = fmt::format("{}:{}: {}", parsed_->path_of(file),
                          parsed_->sources().getExpansionLineNumber(place), reason);
  if (noted_.insert(text).second) left_alone_.push_back(text);
}

}  // namespace omc::source
