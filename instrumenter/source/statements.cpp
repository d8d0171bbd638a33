// A visitor of the syntax tree. A hook is itself a statement, so it may stand only where a
// statement may begin in a block. Two rules preserve the meaning of the text. A hook in a block is
// inserted only if the token before it ends a statement or opens the block. A body without braces
// is changed only if both of its ends are known places in one file.
#include "source/statements.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "source/locals.h"
#include "source/macro_edits.h"
#include "source/no_sanitize.h"
#include "source/openmp.h"
#include "source/statement_end.h"

namespace omc::source {
namespace {

using namespace clang;

// Each `else if` costs a level of braces; the compiler permits 256 levels.
constexpr unsigned max_else_if = 100;

// A declaration does something if it initialises a variable, or allocates an array of computed
// size.
bool does_something(const VarDecl& variable) {
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
  for (auto* declaration : statement.decls()) {
    if (auto* type = dyn_cast<TypedefNameDecl>(declaration)) {
      if (type->getUnderlyingType()->isVariablyModifiedType()) return true;
    } else if (auto* variable = dyn_cast<VarDecl>(declaration)) {
      if (!variable->hasExternalStorage() && (naive || does_something(*variable))) return true;
    }
  }
  return false;
}

bool is_likelihood(const AttributedStmt& statement) {
  return llvm::all_of(statement.getAttrs(),
                      [](auto* attribute) { return isa<LikelyAttr, UnlikelyAttr>(attribute); });
}

bool is_label(const Stmt* statement) { return isa<LabelStmt, SwitchCase>(statement); }

// The statement behind its labels. Attributes of the statement itself stay part of it.
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

// Whether a statement gets a hook. In a macro that is open until all expansions are known.
enum class Hooked { no, perhaps, yes };

class StatementFinder : public RecursiveASTVisitor<StatementFinder> {
 public:
  StatementFinder(const Parsed& parsed, Filter& filter, HookDensity density, Edits& edits)
      : parsed_(parsed),
        tokens_(parsed.tokens()),
        filter_(filter),
        naive_(density.naive),
        sparse_(density.sparse && !density.naive),
        edits_(edits),
        locals_(parsed) {}

  void apply_macro_edits() { macro_edits_.apply(parsed_, filter_, edits_); }

  bool TraverseDecl(Decl* declaration);
  bool TraverseLambdaExpr(LambdaExpr* lambda);
  bool dataTraverseStmtPre(Stmt* statement);

  bool VisitCompoundStmt(CompoundStmt* block);
  bool VisitIfStmt(IfStmt* statement);
  bool VisitSwitchStmt(SwitchStmt* statement);
  bool VisitForStmt(ForStmt* loop) {
    if (sparse_ && locals_.is_private_throughout(loop)) return true;
    bool is_fixed = loop->getConditionVariable() || openmp_shapes_.contains(loop);
    return loop_body(loop->getBody(), is_fixed ? nullptr : loop->getCond());
  }
  bool VisitWhileStmt(WhileStmt* loop) {
    if (sparse_ && locals_.is_private_throughout(loop)) return true;
    return loop_body(loop->getBody(), loop->getConditionVariable() ? nullptr : loop->getCond());
  }
  bool VisitDoStmt(DoStmt* loop) {
    if (sparse_ && locals_.is_private_throughout(loop)) return true;
    return loop_body(loop->getBody(), loop->getCond());
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) { return loop_body(loop->getBody(), nullptr); }

 private:
  bool wants_hook(const Stmt* statement) const;
  std::optional<Tokens::Index> begin_in_block(const Stmt* statement, FileID file);
  Hooked hook_in_block(Tokens::Index first, bool is_needed);
  bool hook_at(Tokens::Index i, HookForm form = HookForm::statement);
  bool hook_in_macro(Tokens::Index i, HookForm form, bool is_needed = true);
  void hook_in_iteration(const CompoundStmt& block);
  bool loop_body(const Stmt* statement, const Expr* condition);
  bool body(const Stmt* statement, bool is_loop, bool after_attribute = false);
  bool brace(const Stmt* statement, Tokens::Index first);
  bool brace_in_macro(Tokens::Index first, Tokens::Index last);
  bool hook_before_expression(const Expr* expression);
  bool declarations_come_first(SourceLocation location) const;

  const Parsed& parsed_;
  const Tokens& tokens_;
  Filter& filter_;
  bool naive_, sparse_;
  Edits& edits_;
  Locals locals_;
  MacroEdits macro_edits_;
  llvm::DenseSet<const Stmt*> loop_bodies_, switch_bodies_, openmp_shapes_;
  llvm::DenseMap<const Stmt*, unsigned> else_ifs_;  // how deep in a chain
};

// Visits only declarations that begin in a file which the filter takes. Most others are in system
// headers.
bool StatementFinder::TraverseDecl(Decl* declaration) {
  if (!declaration) return true;
  bool is_whole = isa<TranslationUnitDecl>(declaration);
  // An extern "C" block may enclose the inclusion of another file.
  bool may_span_files = isa<LinkageSpecDecl, NamespaceDecl>(declaration);
  // A template that comes from an `auto` parameter has no begin, but it has a name.
  auto location = declaration->getBeginLoc();
  if (location.isInvalid()) location = declaration->getLocation();
  if (!is_whole && !may_span_files && !filter_.takes(location)) return true;
  if (may_span_files && parsed_.sources().isInSystemHeader(location)) return true;
  if (auto* function = dyn_cast<FunctionDecl>(declaration)) {
    if (!filter_.takes(*function)) return true;
    mark_no_sanitize(parsed_, filter_, *function, edits_);
  }
  return RecursiveASTVisitor::TraverseDecl(declaration);
}

bool StatementFinder::TraverseLambdaExpr(LambdaExpr* lambda) {
  if (!filter_.takes(*lambda)) return true;
  return RecursiveASTVisitor::TraverseLambdaExpr(lambda);
}

// OpenMP requires exact shapes of the code directly under its directives. The code inside of these
// shapes is ordinary again.
bool StatementFinder::dataTraverseStmtPre(Stmt* statement) {
  auto* directive = as_openmp(statement);
  if (!directive) return true;
  if (!filter_.takes(statement->getBeginLoc())) return false;
  auto* inner = openmp_body(*directive, openmp_shapes_);
  if (!inner) {
    if (has_openmp_body(*directive)) filter_.note(statement->getBeginLoc(), "OpenMP");
    return false;
  }
  bool is_bare = !isa<CompoundStmt, ForStmt, CXXForRangeStmt>(inner) && !as_openmp(inner);
  auto first = tokens_.find(inner->getBeginLoc());
  if (is_bare && first && wants_hook(inner)) brace(inner, *first);
  TraverseStmt(inner);
  return false;
}

// From the last statement to the first: a hook is needless before an invisible statement if the
// next statement is certain to have one. Without that condition, what follows without a hook would
// join the step before: the condition of a loop, or the rest of the caller's statement.
bool StatementFinder::VisitCompoundStmt(CompoundStmt* block) {
  auto brace = parsed_.sources().getExpansionLoc(block->getLBracLoc());
  if (!filter_.takes(brace) || openmp_shapes_.contains(block)) return true;
  auto file = parsed_.sources().getFileID(brace);
  std::vector<const Stmt*> statements;
  bool before_first_case = switch_bodies_.contains(block);
  bool only_declarations_so_far = declarations_come_first(block->getLBracLoc());
  for (auto* statement : block->body()) {
    if (before_first_case && !starts_with_case(statement)) continue;
    before_first_case = false;
    only_declarations_so_far &= isa<DeclStmt>(statement);
    if (!only_declarations_so_far) statements.push_back(statement);
  }
  auto next = Hooked::no;
  bool has_hook = false;
  for (auto* statement : llvm::reverse(statements)) {
    auto* bare = after_labels(statement);
    if (isa<NullStmt>(bare)) continue;
    if (auto* declaration = dyn_cast<DeclStmt>(bare); declaration && !wants_hook(bare)) continue;
    auto first = begin_in_block(statement, file);
    if (sparse_ && locals_.is_private_throughout(bare)) continue;
    bool is_needed = naive_ || next != Hooked::yes || !locals_.is_private(bare);
    next = first ? hook_in_block(*first, is_needed) : Hooked::no;
    has_hook |= next != Hooked::no;
  }
  if (loop_bodies_.contains(block) && !has_hook) hook_in_iteration(*block);
  return true;
}

// In C before C99, and with -Wdeclaration-after-statement, the declarations of a block must come
// before its statements, and a hook is a statement.
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
  return !isa<NullStmt, CompoundStmt, MSAsmStmt, SEHTryStmt, SEHLeaveStmt>(statement) &&
         !as_openmp(statement);
}

// The first token of a statement, if a hook may stand before it. `file` is where the block begins.
// A file that is included inside a block is data rather than a header.
std::optional<Tokens::Index> StatementFinder::begin_in_block(const Stmt* statement, FileID file) {
  auto* bare = after_labels(statement);
  if (!wants_hook(bare)) return std::nullopt;
  auto first = tokens_.find(bare->getBeginLoc());
  if (!first) return std::nullopt;
  *first = tokens_.with_prefix(*first);
  if (*first == 0) return std::nullopt;
  auto before = tokens_.kind(*first - 1);
  bool begins_here = before == tok::l_brace || before == tok::r_brace || before == tok::semi ||
                     before == tok::colon;
  if (!begins_here || tokens_.has_pragma_before(*first)) return std::nullopt;
  auto own_file = tokens_.file(*first);
  if (own_file == file) return first;
  filter_.leave_file(own_file, "included inside a function");
  return std::nullopt;
}

Hooked StatementFinder::hook_in_block(Tokens::Index first, bool is_needed) {
  auto place = tokens_.before(first);
  if (!place)
    return hook_in_macro(first, HookForm::statement, is_needed) ? Hooked::perhaps : Hooked::no;
  if (is_needed) return hook_at(first) ? Hooked::yes : Hooked::no;
  if (filter_.takes(place->file)) edits_.needless(*place);
  return Hooked::yes;
}

bool StatementFinder::hook_at(Tokens::Index i, HookForm form) {
  auto place = tokens_.before(i);
  if (!place || !filter_.takes(place->file)) return false;
  edits_.hook(*place, tokens_.column(i), form);
  return true;
}

bool StatementFinder::hook_in_macro(Tokens::Index i, HookForm form, bool is_needed) {
  auto place = parsed_.macros().before(tokens_.location(i));
  if (!place) filter_.note(tokens_.location(i), "made by a macro");
  if (!place || !filter_.takes(place->place.file)) return false;
  // A comma in an argument would begin the next argument, unless it is in parentheses.
  bool is_apart = !place->is_argument || form != HookForm::comma ||
                  (tokens_.kind(i - 1) == tok::l_paren &&
                   parsed_.macros().in_argument(tokens_.location(i - 1)));
  if (!is_apart) filter_.note(tokens_.location(i), "in the argument of a macro");
  if (!is_apart) return false;
  macro_edits_.add({*place, std::nullopt, form, is_needed});
  return true;
}

// For a block that is the body of a loop and has no hook yet: `while (!ready) {}`.
void StatementFinder::hook_in_iteration(const CompoundStmt& block) {
  auto open = tokens_.find(block.getLBracLoc()), close = tokens_.find(block.getRBracLoc());
  if (!open || !close) return;
  // Some pragmas must come first in a block, and in old C the declarations.
  bool at_end = is_directive_next(parsed_, block.getLBracLoc()) ||
                (!block.body_empty() && declarations_come_first(block.getLBracLoc()));
  auto place = at_end ? tokens_.before(*close) : tokens_.after(*open);
  if (!place) hook_in_macro(*close, HookForm::statement);
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
  body(next, false);
  return true;
}

bool StatementFinder::VisitSwitchStmt(SwitchStmt* statement) {
  switch_bodies_.insert(statement->getBody());
  body(statement->getBody(), false);
  return true;
}

// Every iteration of a loop has a hook: in the body, or else in the condition.
bool StatementFinder::loop_body(const Stmt* statement, const Expr* condition) {
  if (!body(statement, true) && condition) hook_before_expression(condition);
  return true;
}

// The body of a branch or a loop. A body without braces gets them, with its hook inside. False when
// the body needs a hook and has none.
bool StatementFinder::body(const Stmt* statement, bool is_loop, bool after_attribute) {
  if (openmp_shapes_.contains(statement)) return true;
  if (isa<CompoundStmt>(statement)) {
    if (is_loop) loop_bodies_.insert(statement);
    return true;
  }
  if (auto* attributed = dyn_cast<AttributedStmt>(statement)) {
    if (is_likelihood(*attributed)) return body(attributed->getSubStmt(), is_loop, true);
    if (isa<NullStmt>(attributed->getSubStmt())) return true;  // [[fallthrough]]
  }
  if (!is_loop && !wants_hook(after_labels(statement))) return true;
  if (!is_loop && sparse_ && locals_.is_private_throughout(statement)) return true;
  auto first = tokens_.find(statement->getBeginLoc());
  if (!first || tokens_.has_pragma_before(*first)) return false;
  if (!after_attribute) *first = tokens_.with_prefix(*first);
  if (brace(statement, *first)) return true;
  // Braces are impossible: the statement ends outside of the macro in which it begins.
  auto* expression = dyn_cast<Expr>(statement);
  return expression && hook_before_expression(expression);
}

bool StatementFinder::brace(const Stmt* statement, Tokens::Index first) {
  auto last = last_token(statement, tokens_);
  if (!last || *last < first) return false;
  auto open = tokens_.before(first), close = tokens_.after(*last);
  auto* bare = after_labels(statement);
  if (!open || !close) return bare == statement && brace_in_macro(first, *last);
  if (open->file != close->file || !filter_.takes(open->file)) return false;

  auto hooked = bare == statement ? first : tokens_.find(bare->getBeginLoc());
  if (hooked && bare != statement) *hooked = tokens_.with_prefix(*hooked);
  // A labelled block has its hooks inside, and the label may come from a macro.
  if (!hooked || isa<CompoundStmt>(bare) || !tokens_.before(*hooked)) hooked = first;
  edits_.braces(*open, *close);
  return hook_at(*hooked);
}

bool StatementFinder::brace_in_macro(Tokens::Index first, Tokens::Index last) {
  auto& macros = parsed_.macros();
  auto open = macros.before(tokens_.location(first));
  auto close = macros.after(tokens_.location(last), tokens_.length(last));
  bool is_one = open && close && open->macro == close->macro &&
                open->place.file == close->place.file && open->place.offset < close->place.offset;
  // An argument consists of pieces, each an expansion of its own.
  if (is_one && open->macro) is_one = open->expansion == close->expansion;
  if (!is_one || !filter_.takes(open->place.file)) return false;
  macro_edits_.add({*open, close->place, HookForm::statement, true});
  return true;
}

// `hook, expression`: no operator binds weaker than the comma.
bool StatementFinder::hook_before_expression(const Expr* expression) {
  auto first = tokens_.find(expression->getBeginLoc());
  if (!first || *first == 0) return false;
  auto before = tokens_.kind(*first - 1);
  bool begins_here = before == tok::l_paren || before == tok::r_paren || before == tok::semi ||
                     before == tok::kw_else || before == tok::kw_do;
  if (!begins_here) return false;
  return tokens_.before(*first) ? hook_at(*first, HookForm::comma)
                                : hook_in_macro(*first, HookForm::comma);
}

}  // namespace

void find_statements(const Parsed& parsed, Filter& filter, HookDensity density, Edits& edits) {
  StatementFinder finder(parsed, filter, density, edits);
  finder.TraverseDecl(parsed.context().getTranslationUnitDecl());
  finder.apply_macro_edits();
}

}  // namespace omc::source
