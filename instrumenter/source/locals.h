// Which statements are invisible to other threads: they access only local variables whose address
// never escapes from the function, and they call nothing.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "source/parse.h"

namespace omc::source {

class Locals {
 public:
  explicit Locals(const Parsed& parsed);
  // True only for expressions and declarations.
  bool is_private(const clang::Stmt* statement) const;
  // The same of any statement with all of its parts: a branch, a loop, a return.
  bool is_private_throughout(const clang::Stmt* statement) const;

 private:
  bool is_private(const clang::VarDecl& variable) const;
  bool is_private_declaration(const clang::Decl& declaration) const;

  llvm::DenseSet<const clang::VarDecl*> escaping_;
};

}  // namespace omc::source
