// OpenMP directives: which statements under a directive must keep their exact shape.
#pragma once

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class OMPExecutableDirective;
}

namespace omc::source {

const clang::OMPExecutableDirective* as_openmp(const clang::Stmt* statement);
bool has_openmp_body(const clang::OMPExecutableDirective& directive);
// The code under a directive, or null when it has none or all of it must stay as it is. Adds to
// `shapes` the blocks and bodies that must not get braces or hooks of their own.
clang::Stmt* openmp_body(const clang::OMPExecutableDirective& directive,
                         llvm::DenseSet<const clang::Stmt*>& shapes);

}  // namespace omc::source
