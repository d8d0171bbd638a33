// The tokens of the project's files in the order in which the parser reads them, after macro
// expansion. Tokens of system headers are not kept. The neighbours of a token decide whether text
// may be inserted before or after it: not inside the expansion of a macro, but at both of its ends.
#pragma once

#include <optional>
#include <vector>

#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "source/edits.h"

namespace clang {
class Preprocessor;
}

namespace omc::source {

class Tokens {
 public:
  using Index = size_t;

  // Observes the preprocessor until this object is destroyed.
  explicit Tokens(clang::Preprocessor& preprocessor);
  ~Tokens();
  Tokens(const Tokens&) = delete;

  std::optional<Index> find(clang::SourceLocation location) const;
  clang::tok::TokenKind kind(Index i) const { return tokens_[i].kind; }
  clang::SourceLocation location(Index i) const { return tokens_[i].location; }
  unsigned length(Index i) const { return tokens_[i].length; }
  size_t size() const { return tokens_.size(); }
  // The file of token i; for a token in a macro, the file of the call.
  clang::FileID file(Index i) const;
  // The token with which the text of a statement begins. Clang's statements exclude
  // `__extension__`, attributes that Clang ignores, and attributes of a label.
  Index with_prefix(Index i) const;

  std::optional<Place> before(Index i) const;
  std::optional<Place> after(Index i) const;
  // The column, from 1, of token i or of the macro that it comes from.
  unsigned column(Index i) const;

  // A pragma that applies to the statement which follows it, such as `omp` and `unroll`.
  bool has_pragma_before(Index i) const { return pragmas_.contains(i); }
  // The `;` that ends the statement at token i, which must have no sub-statements.
  std::optional<Index> semicolon_from(Index i) const;
  // The files with at least one token. A file that was included twice is here twice.
  const llvm::DenseSet<clang::FileID>& files() const { return files_; }

 private:
  friend class PragmaWatcher;
  struct Token {
    clang::SourceLocation location;
    clang::tok::TokenKind kind;
    unsigned length;
  };
  bool same_expansion(Index a, Index b) const;
  std::optional<Index> attribute_before(Index i) const;

  clang::Preprocessor& preprocessor_;
  const clang::SourceManager& sources_;
  std::vector<Token> tokens_;
  llvm::DenseMap<clang::SourceLocation, Index> index_;
  llvm::DenseSet<Index> pragmas_;
  llvm::DenseSet<clang::FileID> files_;
};

}  // namespace omc::source
