// From the expression that a thread is started with to the functions that it may be: through casts,
// references, variables, std::ref and std::bind, function objects and pointers to members.
#pragma once

#include <vector>

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

namespace omc::source {

// Members of classes and of nested and inline namespaces count too.
bool is_in_std(const clang::Decl& declaration);

class Entries {
 public:
  void add(clang::Expr* expression);
  // Definitions as written: for an instantiation, the template's.
  llvm::ArrayRef<clang::FunctionDecl*> functions() const { return functions_.getArrayRef(); }

 private:
  void add_variable(clang::VarDecl* variable);
  void add_object(clang::QualType type);
  void add_call(clang::CallExpr* call);
  void add_function(const clang::FunctionDecl* function);

  llvm::SetVector<clang::FunctionDecl*> functions_;
  llvm::SetVector<clang::VarDecl*> variables_;  // seen already: an initialiser may name itself
};

}  // namespace omc::source
