// From the expression that a thread is started with to the functions that it may denote: through
// casts, references, variables, std::ref and std::bind, function objects and pointers to members.
#pragma once

#include <vector>

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

namespace omc::source {

// Also true for members of classes and of nested and inline namespaces.
bool is_in_std(const clang::Decl& declaration);

class ThreadFunctions {
 public:
  void add(clang::Expr* expression);
  // For an instantiation, the definition is that of the template.
  llvm::ArrayRef<clang::FunctionDecl*> definitions() const { return functions_.getArrayRef(); }

 private:
  void add_variable(clang::VarDecl* variable);
  void add_object(clang::QualType type);
  void add_call(clang::CallExpr* call);
  void add_function(const clang::FunctionDecl* function);

  llvm::SetVector<clang::FunctionDecl*> functions_;
  llvm::SetVector<clang::VarDecl*> variables_;  // visited: an initialiser may name its own variable
};

}  // namespace omc::source
