// The tokens of the project's files in the order in which the parser saw them, macros expanded;
// those of system headers are not kept. From a token's neighbours follows whether text may go
// before or after it: inside a macro's expansion there is no place to write, but at its two ends
// there is.
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

  // Listens to the preprocessor until this object dies.
  explicit Tokens(clang::Preprocessor& preprocessor);
  ~Tokens();
  Tokens(const Tokens&) = delete;

  std::optional<Index> find(clang::SourceLocation location) const;
  clang::tok::TokenKind kind(Index i) const { return tokens_[i].kind; }
  clang::SourceLocation location(Index i) const { return tokens_[i].location; }
  unsigned length(Index i) const { return tokens_[i].length; }
  size_t size() const { return tokens_.size(); }
  // The file in which token i stands, or the call of the macro that it comes from.
  clang::FileID file(Index i) const;
  // Clang's statements do not begin with `__extension__` and with attributes that mean nothing to
  // it or belong to a label; the text does.
  Index with_prefix(Index i) const;

  std::optional<Place> before(Index i) const;
  std::optional<Place> after(Index i) const;
  // The column, from 1, of token i or of the macro that it comes from.
  unsigned column(Index i) const;

  // A pragma that belongs to the statement which follows it, such as `omp` and `unroll`.
  bool has_pragma_before(Index i) const { return pragmas_.contains(i); }
  // The `;` that ends the statement which starts at token i, itself free of sub-statements.
  std::optional<Index> semicolon_from(Index i) const;
  // Files that gave at least one token. A file may be here twice, having been included twice.
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
