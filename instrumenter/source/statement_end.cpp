// A statement ends where its last sub-statement ends. A statement without any ends with the next
// semicolon outside of brackets. A loop follows sub-statements, since `else if` chains can be too
// long for recursion.
#include "source/statement_end.h"

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

namespace omc::source {

using namespace clang;

static const Stmt* last_part(const Stmt* statement) {
  if (auto* s = dyn_cast<IfStmt>(statement)) return s->getElse() ? s->getElse() : s->getThen();
  if (auto* s = dyn_cast<ForStmt>(statement)) return s->getBody();
  if (auto* s = dyn_cast<WhileStmt>(statement)) return s->getBody();
  if (auto* s = dyn_cast<CXXForRangeStmt>(statement)) return s->getBody();
  if (auto* s = dyn_cast<SwitchStmt>(statement)) return s->getBody();
  if (auto* s = dyn_cast<LabelStmt>(statement)) return s->getSubStmt();
  if (auto* s = dyn_cast<SwitchCase>(statement)) return s->getSubStmt();
  if (auto* s = dyn_cast<AttributedStmt>(statement)) return s->getSubStmt();
  if (auto* s = dyn_cast<CXXTryStmt>(statement))
    return s->getHandler(s->getNumHandlers() - 1)->getHandlerBlock();
  return nullptr;
}

std::optional<Tokens::Index> last_token(const Stmt* statement, const Tokens& tokens) {
  while (auto* part = last_part(statement)) statement = part;
  if (auto* block = dyn_cast<CompoundStmt>(statement)) return tokens.find(block->getRBracLoc());
  if (auto* null = dyn_cast<NullStmt>(statement)) return tokens.find(null->getSemiLoc());

  std::optional<Tokens::Index> from;
  if (auto* loop = dyn_cast<DoStmt>(statement)) {
    from = tokens.find(loop->getRParenLoc());
    if (from) ++*from;
  } else if (isa<Expr, DeclStmt, ReturnStmt, CoreturnStmt, BreakStmt, ContinueStmt, GotoStmt,
                 IndirectGotoStmt, GCCAsmStmt>(statement)) {
    from = tokens.find(statement->getBeginLoc());
  }
  if (!from || *from >= tokens.size()) return std::nullopt;
  return tokens.semicolon_from(*from);
}

}  // namespace omc::source
