// A variable escapes unless every mention of it reads its value, or stores to it by a built-in
// operator. Any other mention may bind a reference or take the address. Only what is known to be
// harmless counts as private, so a gap in this list costs no more than a hook too many.
#include "source/locals.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace omc::source {
namespace {

using namespace clang;

// The variable that an lvalue names, or of which it names a member.
const DeclRefExpr* base_of(const Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    auto* member = dyn_cast<MemberExpr>(expression);
    if (!member) return dyn_cast<DeclRefExpr>(expression);
    auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (member->isArrow() || !field || field->getType()->isReferenceType()) return nullptr;
    expression = member->getBase();
  }
}

// Parents are visited before their parts, so a visit of a part knows how its value is used.
class EscapeFinder : public RecursiveASTVisitor<EscapeFinder> {
 public:
  EscapeFinder(const Parsed& parsed, llvm::DenseSet<const VarDecl*>& escaping)
      : parsed_(parsed), escaping_(escaping) {}

  bool TraverseDecl(Decl* declaration) {
    if (!declaration) return true;
    auto location = declaration->getBeginLoc();
    if (location.isValid() && parsed_.sources().isInSystemHeader(location)) return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitCompoundStmt(CompoundStmt* block) {
    for (auto* statement : block->body()) discard(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt* s) { return discard(s->getThen()), discard(s->getElse()); }
  bool VisitForStmt(ForStmt* s) {
    return discard(s->getInit()), discard(s->getInc()), discard(s->getBody());
  }
  bool VisitWhileStmt(WhileStmt* s) { return discard(s->getBody()); }
  bool VisitDoStmt(DoStmt* s) { return discard(s->getBody()); }
  bool VisitLabelStmt(LabelStmt* s) { return discard(s->getSubStmt()); }
  bool VisitSwitchCase(SwitchCase* s) { return discard(s->getSubStmt()); }

  bool VisitCastExpr(CastExpr* cast) {
    if (cast->getCastKind() == CK_LValueToRValue) return read(cast->getSubExpr());
    if (cast->getCastKind() == CK_ToVoid) return discard(cast->getSubExpr());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* op) {
    if (op->isIncrementDecrementOp() && gives_no_lvalue(op)) stored(op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* op) {
    if (op->getOpcode() == BO_Comma) discard(op->getLHS());
    if (op->isAssignmentOp() && gives_no_lvalue(op)) stored(op->getLHS());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* mention) {
    auto* variable = dyn_cast<VarDecl>(mention->getDecl());
    bool is_capture = mention->refersToEnclosingVariableOrCapture();
    if (variable && (is_capture || !harmless_.contains(mention))) escaping_.insert(variable);
    return true;
  }

 private:
  bool discard(const Stmt* statement) {
    if (auto* expression = dyn_cast_or_null<Expr>(statement)) {
      dropped_.insert(expression->IgnoreParens());
      if (auto* mention = base_of(expression)) harmless_.insert(mention);
    }
    return true;
  }
  bool read(const Expr* lvalue) {
    dropped_.insert(lvalue->IgnoreParens());
    if (auto* mention = base_of(lvalue)) harmless_.insert(mention);
    return true;
  }
  void stored(const Expr* lvalue) {
    dropped_.insert(lvalue->IgnoreParens());
    if (auto* mention = base_of(lvalue)) harmless_.insert(mention);
  }
  // In C++, `x = 1` is an lvalue that names x, so a reference could be bound to it.
  bool gives_no_lvalue(const Expr* operation) const {
    return !operation->isGLValue() || dropped_.contains(operation);
  }

  const Parsed& parsed_;
  llvm::DenseSet<const VarDecl*>& escaping_;
  llvm::DenseSet<const Expr*> dropped_;  // lvalues that are read at once or not used
  llvm::DenseSet<const DeclRefExpr*> harmless_;
};

bool is_harmless_cast(const CastExpr& cast) {
  switch (cast.getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_BitCast:
    case CK_ToVoid:
    case CK_NullToPointer:
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
    case CK_IntegralToPointer:
    case CK_FloatingCast:
    case CK_FloatingToIntegral:
    case CK_FloatingToBoolean:
    case CK_PointerToBoolean:
    case CK_PointerToIntegral:
    case CK_BooleanToSignedIntegral:
    case CK_FunctionToPointerDecay:
      return true;
    case CK_ArrayToPointerDecay:
      return isa<StringLiteral>(cast.getSubExpr()->IgnoreParens());
    default:
      return false;
  }
}

// A division may end the program, and the report then needs its statement.
bool may_trap(const BinaryOperator& op) {
  auto code = op.getOpcode();
  bool divides = code == BO_Div || code == BO_Rem || code == BO_DivAssign || code == BO_RemAssign;
  if (!divides || op.getType()->isRealFloatingType()) return false;
  auto* divisor = dyn_cast<IntegerLiteral>(op.getRHS()->IgnoreParenImpCasts());
  return !divisor || divisor->getValue() == 0;
}

}  // namespace

Locals::Locals(const Parsed& parsed) {
  EscapeFinder(parsed, escaping_).TraverseDecl(parsed.context().getTranslationUnitDecl());
}

bool Locals::is_private(const VarDecl& variable) const {
  auto type = variable.getType();
  if (type->isDependentType() || type.isVolatileQualified()) return false;
  bool is_plain = type->isScalarType() ||
                  (type->isRecordType() && type.isTriviallyCopyableType(variable.getASTContext()));
  return is_plain && variable.hasLocalStorage() && !variable.isInitCapture() &&
         !variable.hasAttr<CleanupAttr>() && !variable.hasAttr<AsmLabelAttr>() &&
         !variable.hasAttr<BlocksAttr>() && !escaping_.contains(&variable);
}

bool Locals::is_private_declaration(const Decl& declaration) const {
  auto* variable = dyn_cast<VarDecl>(&declaration);
  // The size of an array type is computed where the type is declared.
  if (!variable) return isa<StaticAssertDecl, EmptyDecl>(declaration);
  return variable->getType()->isScalarType() && is_private(*variable) &&
         (!variable->getInit() || is_private(variable->getInit()));
}

bool Locals::is_private(const Stmt* statement) const {
  auto parts_are = [&] {
    return llvm::all_of(statement->children(), [&](auto* part) { return is_private(part); });
  };
  if (auto* declaration = dyn_cast<DeclStmt>(statement))
    return llvm::all_of(declaration->decls(),
                        [&](auto* each) { return is_private_declaration(*each); });
  auto* expression = dyn_cast<Expr>(statement);
  if (!expression || expression->isTypeDependent() || expression->isValueDependent()) return false;
  if (expression->getType().isVolatileQualified() || expression->getType()->isAtomicType())
    return false;
  if (auto* mention = dyn_cast<DeclRefExpr>(expression)) {
    if (mention->refersToEnclosingVariableOrCapture()) return false;
    if (isa<EnumConstantDecl, FunctionDecl>(mention->getDecl())) return true;
    auto* variable = dyn_cast<VarDecl>(mention->getDecl());
    return variable && is_private(*variable);
  }
  if (auto* member = dyn_cast<MemberExpr>(expression))
    return base_of(member) && is_private(member->getBase());
  if (auto* cast = dyn_cast<CastExpr>(expression)) return is_harmless_cast(*cast) && parts_are();
  if (auto* op = dyn_cast<UnaryOperator>(expression)) {
    bool is_arithmetic = op->isArithmeticOp() || op->isIncrementDecrementOp();
    return is_arithmetic && parts_are();
  }
  if (auto* op = dyn_cast<BinaryOperator>(expression))
    return !op->isPtrMemOp() && !may_trap(*op) && parts_are();
  if (isa<ParenExpr, ConstantExpr, ConditionalOperator>(expression)) return parts_are();
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral, CXXBoolLiteralExpr,
             CXXNullPtrLiteralExpr, GNUNullExpr>(expression);
}

bool Locals::is_private_throughout(const Stmt* statement) const {
  auto part_is = [&](const Stmt* part) { return !part || is_private_throughout(part); };
  if (isa<NullStmt, BreakStmt, ContinueStmt>(statement)) return true;
  if (isa<CompoundStmt, ReturnStmt>(statement)) return llvm::all_of(statement->children(), part_is);
  if (auto* branch = dyn_cast<IfStmt>(statement))
    return !branch->getInit() && !branch->getConditionVariable() &&
           llvm::all_of(branch->children(), part_is);
  if (auto* loop = dyn_cast<WhileStmt>(statement))
    return !loop->getConditionVariable() && llvm::all_of(loop->children(), part_is);
  if (auto* loop = dyn_cast<ForStmt>(statement))
    return !loop->getConditionVariable() && llvm::all_of(loop->children(), part_is);
  if (isa<DoStmt>(statement)) return llvm::all_of(statement->children(), part_is);
  return is_private(statement);
}

}  // namespace omc::source
