// All copies may share one map, because nothing local belongs to two functions: no value, and no
// scope, variable or line of debug information.
#include "pass/function_copy.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "pass/labels.h"

using namespace llvm;

namespace omc::pass {

namespace {

Function* declare_alike(Function& function) {
  Function* made =
      Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage,
                       function.getAddressSpace(), function.getName(), function.getParent());
  made->setIsNewDbgInfoFormat(function.IsNewDbgInfoFormat);
  made->copyAttributesFrom(&function);
  SmallVector<std::pair<unsigned, MDNode*>, 4> attached;
  function.getAllMetadata(attached);
  for (auto& [kind, node] : attached) made->addMetadata(kind, *node);
  for (unsigned i = 0; i < function.arg_size(); i++)
    made->getArg(i)->setName(function.getArg(i)->getName());
  return made;
}

}  // namespace

FunctionCopier::FunctionCopier(Module& module, ArrayRef<Function*> functions) {
  SmallPtrSet<const DISubprogram*, 32> copied;
  for (const Function* function : functions) copied.insert(function->getSubprogram());
  DebugInfoFinder found;
  found.processModule(module);
  auto keep = [this](MDNode* node) { map_.MD().try_emplace(node, node); };
  for (DICompileUnit* unit : found.compile_units()) keep(unit);
  for (DIGlobalVariableExpression* variable : found.global_variables()) keep(variable);
  for (DIType* type : found.types()) keep(type);
  for (DISubprogram* subprogram : found.subprograms())
    if (!copied.contains(subprogram)) keep(subprogram);
  for (DIScope* scope : found.scopes()) {
    auto* local = dyn_cast<DILocalScope>(scope);
    if (!local || !copied.contains(local->getSubprogram())) keep(scope);
  }
}

Function* FunctionCopier::copy(Function& function) {
  Function* made = declare_alike(function);
  for (unsigned i = 0; i < function.arg_size(); i++) map_[function.getArg(i)] = made->getArg(i);
  for (BasicBlock& block : function) map_[&block] = CloneBasicBlock(&block, map_, "", made);
  copy_labels(function, *made, map_);
  RemapFunction(*made, map_);
  return made;
}

Function* move_body(Function& function) {
  Function* made = declare_alike(function);
  move_blocks(function, *made);
  // While both functions have a subprogram, replacing an argument would lose its debug information.
  DISubprogram* subprogram = function.getSubprogram();
  function.setSubprogram(nullptr);
  for (unsigned i = 0; i < function.arg_size(); i++)
    function.getArg(i)->replaceAllUsesWith(made->getArg(i));
  if (!subprogram) return made;
  TempDISubprogram own = subprogram->clone();
  own->replaceRetainedNodes(MDTuple::get(function.getContext(), {}));
  function.setSubprogram(MDNode::replaceWithDistinct(std::move(own)));
  return made;
}

}  // namespace omc::pass
