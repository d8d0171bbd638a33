// A walk over the syntax tree. A hook is itself a statement, so it may go wherever a statement may
// begin: inside a block, and nowhere else. Two things keep the text as its author meant it: a hook
// in a block goes only where the token before it ends a statement or opens the block, and a body
// without braces is touched only when both its ends are known places in one file.
#include "statements.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/DiagnosticSema.h"
#include "ends.h"

namespace omc {
namespace {

using namespace clang;

// `else if` costs a level of braces each; the compiler allows 256 in all.
constexpr unsigned max_else_if = 100;

// A declaration at work: it initialises something, or allocates an array whose size is computed.
bool does_something(const VarDecl& variable) {
  if (variable.hasExternalStorage()) return false;
  if (variable.getType()->isDependentType() || variable.getType()->isVariablyModifiedType())
    return true;
  auto* init = variable.getInit();
  if (!init) return false;
  auto* construct = dyn_cast<CXXConstructExpr>(init);
  bool is_trivial = construct && construct->getConstructor()->isTrivial() &&
                    construct->getNumArgs() == 0 && !construct->isListInitialization() &&
                    !construct->requiresZeroInitialization();
  return !is_trivial;
}

bool does_something(const DeclStmt& statement, bool naive) {
  for (auto* declaration : statement.decls())
    if (auto* variable = dyn_cast<VarDecl>(declaration))
      if (naive || does_something(*variable)) return true;
  return false;
}

bool is_likelihood(const AttributedStmt& statement) {
  return llvm::all_of(statement.getAttrs(),
                      [](auto* attribute) { return isa<LikelyAttr, UnlikelyAttr>(attribute); });
}

bool is_label(const Stmt* statement) { return isa<LabelStmt, SwitchCase>(statement); }

// What a label, or several, stand before; attributes stay on what they belong to.
const Stmt* after_labels(const Stmt* statement) {
  for (;;) {
    if (auto* label = dyn_cast<LabelStmt>(statement))
      statement = label->getSubStmt();
    else if (auto* label = dyn_cast<SwitchCase>(statement))
      statement = label->getSubStmt();
    else if (auto* attributed = dyn_cast<AttributedStmt>(statement);
             attributed && is_label(attributed->getSubStmt()))
      statement = attributed->getSubStmt();
    else
      return statement;
  }
}

bool starts_with_case(const Stmt* statement) {
  while (!isa<SwitchCase>(statement)) {
    if (auto* label = dyn_cast<LabelStmt>(statement))
      statement = label->getSubStmt();
    else if (auto* attributed = dyn_cast<AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else
      return false;
  }
  return true;
}

class StatementFinder : public RecursiveASTVisitor<StatementFinder> {
 public:
  StatementFinder(const Parsed& parsed, Filter& filter, bool naive, Edits& edits)
      : parsed_(parsed), tokens_(parsed.tokens()), filter_(filter), naive_(naive), edits_(edits) {}

  bool TraverseDecl(Decl* declaration);
  bool TraverseLambdaExpr(LambdaExpr* lambda);
  bool dataTraverseStmtPre(Stmt* statement);

  bool VisitCompoundStmt(CompoundStmt* block);
  bool VisitIfStmt(IfStmt* statement);
  bool VisitSwitchStmt(SwitchStmt* statement);
  bool VisitForStmt(ForStmt* statement) { return body(statement->getBody(), true); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* statement) { return body(statement->getBody(), true); }
  bool VisitWhileStmt(WhileStmt* statement) { return body(statement->getBody(), true); }
  bool VisitDoStmt(DoStmt* statement) { return body(statement->getBody(), true); }

 private:
  bool wants_hook(const Stmt* statement) const;
  bool hook_in_block(const Stmt* statement, FileID file);
  bool hook_at(Tokens::Index i);
  void hook_in_round(const CompoundStmt& block);
  bool body(const Stmt* statement, bool is_loop);
  bool declarations_come_first(SourceLocation location) const;

  const Parsed& parsed_;
  const Tokens& tokens_;
  Filter& filter_;
  bool naive_;
  Edits& edits_;
  llvm::DenseSet<const Stmt*> loop_bodies_, switch_bodies_;
  llvm::DenseMap<const Stmt*, unsigned> else_ifs_;  // how deep in a chain
};

// Only what begins in a file that is taken is looked at; the rest of the tree is system headers.
bool StatementFinder::TraverseDecl(Decl* declaration) {
  if (!declaration) return true;
  bool is_whole = isa<TranslationUnitDecl>(declaration);
  // extern "C" may be opened in one file around the include of another.
  bool may_span_files = isa<LinkageSpecDecl, NamespaceDecl>(declaration);
  // A template that is one by an `auto` parameter begins nowhere, but it has a name.
  auto location = declaration->getBeginLoc();
  if (location.isInvalid()) location = declaration->getLocation();
  if (!is_whole && !may_span_files && !filter_.takes(location)) return true;
  if (may_span_files && parsed_.sources().isInSystemHeader(location)) return true;
  if (auto* function = dyn_cast<FunctionDecl>(declaration))
    if (!filter_.takes(*function)) return true;
  return RecursiveASTVisitor::TraverseDecl(declaration);
}

bool StatementFinder::TraverseLambdaExpr(LambdaExpr* lambda) {
  if (!filter_.takes(*lambda)) return true;
  return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
}

// OpenMP demands exact shapes of the code under its directives.
bool StatementFinder::dataTraverseStmtPre(Stmt* statement) {
  if (!isa<OMPExecutableDirective>(statement)) return true;
  if (filter_.takes(statement->getBeginLoc())) filter_.note(statement->getBeginLoc(), "OpenMP");
  return false;
}

bool StatementFinder::VisitCompoundStmt(CompoundStmt* block) {
  auto brace = parsed_.sources().getExpansionLoc(block->getLBracLoc());
  if (!filter_.takes(brace)) return true;
  auto file = parsed_.sources().getFileID(brace);
  bool is_loop = loop_bodies_.contains(block);
  bool before_first_case = switch_bodies_.contains(block);
  bool only_declarations_so_far = declarations_come_first(block->getLBracLoc());
  bool has_hook = false;
  for (auto* statement : block->body()) {
    if (before_first_case && !starts_with_case(statement)) continue;
    before_first_case = false;
    only_declarations_so_far &= isa<DeclStmt>(statement);
    if (only_declarations_so_far) continue;
    has_hook |= hook_in_block(statement, file);
  }
  if (is_loop && !has_hook) hook_in_round(*block);
  return true;
}

// In C before C99, and for those who like it so, a block's declarations come before its statements,
// and a hook is a statement.
bool StatementFinder::declarations_come_first(SourceLocation location) const {
  auto& language = parsed_.language();
  if (language.CPlusPlus) return false;
  if (!language.C99) return true;
  return !parsed_.context().getDiagnostics().isIgnored(diag::warn_mixed_decls_code, location);
}

bool StatementFinder::wants_hook(const Stmt* statement) const {
  if (auto* declaration = dyn_cast<DeclStmt>(statement))
    return does_something(*declaration, naive_);
  if (auto* attributed = dyn_cast<AttributedStmt>(statement))
    return wants_hook(attributed->getSubStmt());
  if (auto* assembly = dyn_cast<GCCAsmStmt>(statement)) return !assembly->isAsmGoto();
  return !isa<NullStmt, CompoundStmt, OMPExecutableDirective, MSAsmStmt, SEHTryStmt, SEHLeaveStmt>(
      statement);
}

// `file` is where the block was opened. What is included inside a block is data rather than a
// header.
bool StatementFinder::hook_in_block(const Stmt* statement, FileID file) {
  auto* bare = after_labels(statement);
  if (!wants_hook(bare)) return false;
  auto first = tokens_.find(bare->getBeginLoc());
  if (!first || *first == 0) return false;
  auto before = tokens_.kind(*first - 1);
  bool begins_here = before == tok::l_brace || before == tok::r_brace || before == tok::semi ||
                     before == tok::colon;
  if (!begins_here || tokens_.has_pragma_before(*first)) return false;
  auto place = tokens_.before(*first);
  if (place && place->file != file) {
    filter_.leave_file(place->file, "included inside a function");
    return false;
  }
  return hook_at(*first);
}

bool StatementFinder::hook_at(Tokens::Index i) {
  auto place = tokens_.before(i);
  if (!place || !filter_.takes(place->file)) return false;
  edits_.hook(*place, tokens_.column(i));
  return true;
}

// A block that is the body of a loop and has no hook of its own: `while (!ready) {}`.
void StatementFinder::hook_in_round(const CompoundStmt& block) {
  auto open = tokens_.find(block.getLBracLoc()), close = tokens_.find(block.getRBracLoc());
  if (!open || !close) return;
  bool at_end = declarations_come_first(block.getLBracLoc()) && !block.body_empty();
  auto place = at_end ? tokens_.before(*close) : tokens_.after(*open);
  if (!place || !filter_.takes(place->file)) return;
  edits_.hook(*place, tokens_.column(*open));
}

bool StatementFinder::VisitIfStmt(IfStmt* statement) {
  body(statement->getThen(), false);
  auto* next = statement->getElse();
  if (!next) return true;
  if (isa<IfStmt>(next)) {
    auto depth = else_ifs_.lookup(statement) + 1;
    else_ifs_[next] = depth;
    if (depth > max_else_if) return true;
  }
  return body(next, false);
}

bool StatementFinder::VisitSwitchStmt(SwitchStmt* statement) {
  switch_bodies_.insert(statement->getBody());
  return body(statement->getBody(), false);
}

// The body of a branch or a loop. One without braces gets them, and its hook inside.
bool StatementFinder::body(const Stmt* statement, bool is_loop) {
  if (isa<CompoundStmt>(statement)) {
    if (is_loop) loop_bodies_.insert(statement);
    return true;
  }
  if (auto* attributed = dyn_cast<AttributedStmt>(statement)) {
    if (is_likelihood(*attributed)) return body(attributed->getSubStmt(), is_loop);
    if (isa<NullStmt>(attributed->getSubStmt())) return true;  // [[fallthrough]]
  }
  if (!is_loop && !wants_hook(after_labels(statement))) return true;

  auto first = tokens_.find(statement->getBeginLoc());
  auto last = last_token(statement, tokens_);
  if (!first || !last || *last < *first || tokens_.has_pragma_before(*first)) return true;
  auto open = tokens_.before(*first), close = tokens_.after(*last);
  if (!open || !close || open->file != close->file || !filter_.takes(open->file)) return true;

  auto* bare = after_labels(statement);
  auto hooked = bare == statement ? first : tokens_.find(bare->getBeginLoc());
  // A labelled block has its hooks inside, and a label may come from a macro.
  if (!hooked || isa<CompoundStmt>(bare) || !tokens_.before(*hooked)) hooked = first;
  edits_.braces(*open, *close);
  hook_at(*hooked);
  return true;
}

}  // namespace

void find_statements(const Parsed& parsed, Filter& filter, bool naive, Edits& edits) {
  StatementFinder(parsed, filter, naive, edits)
      .TraverseDecl(parsed.context().getTranslationUnitDecl());
}

}  // namespace omc
