// One source file as the compiler understands it: its syntax tree, and the stream of tokens after
// macro expansion. The tree says what is a statement; the stream says where text may be inserted.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/Error.h"
#include "source/macros.h"
#include "source/tokens.h"

namespace omc::source {

// An included file; one for each file on disk.
struct Inclusion {
  std::string path;              // absolute, as it was looked up first
  bool under_two_names = false;  // a later lookup used another path, such as that of a link
};

class Parsed {
 public:
  static llvm::Expected<std::unique_ptr<Parsed>> parse(const std::string& directory,
                                                       const std::vector<std::string>& command);
  ~Parsed();

  clang::ASTContext& context() const { return compiler_->getASTContext(); }
  const clang::SourceManager& sources() const { return compiler_->getSourceManager(); }
  const clang::LangOptions& language() const { return compiler_->getLangOpts(); }
  const Tokens& tokens() const { return *tokens_; }
  const Macros& macros() const { return *macros_; }

  const std::string& directory() const { return directory_; }
  // Absolute and without dots, as an overlay is looked up. Empty for what is not a file.
  std::string path_of(clang::FileID file) const;
  bool under_two_names(clang::FileID file) const;
  // Whether the compiler has a diagnostic about the source.
  bool warns() const;

 private:
  friend class InclusionWatcher;
  Parsed() = default;
  llvm::Error run();
  void remember(clang::FileEntryRef file);
  std::string absolute(llvm::StringRef path) const;

  std::string directory_;
  std::unique_ptr<clang::CompilerInstance> compiler_;
  std::unique_ptr<clang::FrontendAction> action_;
  std::unique_ptr<Tokens> tokens_;
  std::unique_ptr<Macros> macros_;
  std::map<llvm::sys::fs::UniqueID, Inclusion> inclusions_;
};

// Whether a preprocessor directive follows the token at `location`.
bool is_directive_next(const Parsed& parsed, clang::SourceLocation location);

// Right behind the brace. If a directive follows the brace, behind that: some pragmas must be first
// in a block.
std::optional<Place> first_inside(const Parsed& parsed, const clang::CompoundStmt& block);

}  // namespace omc::source
