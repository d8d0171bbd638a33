// Loops that a directive collapses must be nested with nothing in between. The same holds for the
// sections of `sections`. `atomic` applies to one expression statement.
#include "source/openmp.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

namespace omc::source {

using namespace clang;

const OMPExecutableDirective* as_openmp(const Stmt* statement) {
  return dyn_cast<OMPExecutableDirective>(statement);
}

bool has_openmp_body(const OMPExecutableDirective& directive) {
  return directive.hasAssociatedStmt() && directive.getAssociatedStmt();
}

namespace {
// `scan` divides the body of a loop into two parts.
struct ScanFinder : RecursiveASTVisitor<ScanFinder> {
  bool found = false;
  bool VisitOMPScanDirective(OMPScanDirective*) { return found = true; }
};
}  // namespace

Stmt* openmp_body(const OMPExecutableDirective& directive, llvm::DenseSet<const Stmt*>& shapes) {
  if (!has_openmp_body(directive)) return nullptr;
  if (isa<OMPAtomicDirective, OMPDispatchDirective, OMPScanDirective,
          OMPLoopTransformationDirective, OMPMetaDirective>(directive))
    return nullptr;
  auto* body = const_cast<Stmt*>(directive.getRawStmt());
  ScanFinder scan;
  scan.TraverseStmt(body);
  if (scan.found) return nullptr;

  if (isa<OMPSectionsDirective, OMPParallelSectionsDirective>(directive)) shapes.insert(body);
  if (auto* loops = dyn_cast<OMPLoopBasedDirective>(&directive)) {
    auto last = loops->getLoopsNumber() - 1;
    OMPLoopBasedDirective::doForAllLoopsBodies(body, true, loops->getLoopsNumber(),
                                               [&](unsigned i, Stmt* loop, Stmt* inner) {
                                                 shapes.insert(loop);
                                                 if (i != last) shapes.insert(inner);
                                               });
  }
  return body;
}

}  // namespace omc::source
