// Follows an expression to functions. If it leads to none, no function gets `done`, and the thread
// ends with its last statement.
#include "source/thread_functions.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace omc::source {

using namespace clang;

bool is_in_std(const Decl& declaration) {
  for (auto* context = declaration.getDeclContext(); context; context = context->getParent())
    if (context->isStdNamespace()) return true;
  return false;
}

void ThreadFunctions::add(Expr* expression) {
  if (!expression || expression->isTypeDependent()) return;
  expression = expression->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (auto* lambda = dyn_cast<LambdaExpr>(expression)) return add_object(lambda->getType());
  if (auto* address = dyn_cast<UnaryOperator>(expression)) return add(address->getSubExpr());
  if (auto* choice = dyn_cast<ConditionalOperator>(expression))
    return add(choice->getTrueExpr()), add(choice->getFalseExpr());
  if (auto* literal = dyn_cast<CompoundLiteralExpr>(expression))
    return add(literal->getInitializer());
  if (auto* list = dyn_cast<InitListExpr>(expression)) {
    add_object(list->getType());
    for (auto* each : list->inits()) add(each);
    return;
  }
  if (auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    if (auto* function = dyn_cast<FunctionDecl>(reference->getDecl()))
      return add_function(function);
    if (auto* variable = dyn_cast<VarDecl>(reference->getDecl())) return add_variable(variable);
  }
  if (auto* call = dyn_cast<CallExpr>(expression); call && call->getDirectCallee())
    return add_call(call);
  add_object(expression->getType());
}

// std::move(f), std::ref(f), std::bind(f, …): the function is the first argument.
void ThreadFunctions::add_call(CallExpr* call) {
  auto* callee = call->getDirectCallee();
  if (is_in_std(*callee) && call->getNumArgs() > 0) return add(call->getArg(0));
  add_object(call->getType());
}

void ThreadFunctions::add_variable(VarDecl* variable) {
  auto type = variable->getType().getNonReferenceType();
  auto* record = type->getAsCXXRecordDecl();
  bool is_own_object = record && !is_in_std(*record);
  if (is_own_object) return add_object(type);
  if (!variables_.insert(variable)) return;
  // A pointer, an array of pointers, or a std::function: follow what it was initialised with.
  auto* init = variable->getInit();
  if (!init) return;
  auto* made = dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
  if (record && made && made->getNumArgs() > 0) return add(made->getArg(0));
  add(init);
}

void ThreadFunctions::add_object(QualType type) {
  auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return;
  auto name = record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  for (auto* found : record->lookup(name)) {
    if (auto* pattern = dyn_cast<FunctionTemplateDecl>(found))
      add_function(pattern->getTemplatedDecl());
    else if (auto* method = dyn_cast<CXXMethodDecl>(found))
      add_function(method);
  }
}

void ThreadFunctions::add_function(const FunctionDecl* function) {
  if (auto* pattern = function->getTemplateInstantiationPattern()) function = pattern;
  const FunctionDecl* definition = nullptr;
  if (function->hasBody(definition)) functions_.insert(const_cast<FunctionDecl*>(definition));
}

}  // namespace omc::source
