#include "pass/sanitize_attribute.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {

namespace {

bool remove_no_sanitize_mark(Function& function) {
  bool found = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    auto* text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!text || StringRef(text->getAsmString()) != abi::no_sanitize_mark) continue;
    call->eraseFromParent();
    found = true;
  }
  return found;
}

// Functions that the compiler adds: wrappers of thread-local variables, and the call of
// std::terminate.
bool is_from_compiler(const Function& function) {
  return function.getName().starts_with("_ZTW") || function.getName() == "__clang_call_terminate";
}

// ThreadSanitizer's pass recognises a store of a vtable pointer by its TBAA type, which Clang adds
// only when it optimises.
void mark_vtable_stores(Function& function, MDNode* type) {
  for (Instruction& instruction : instructions(function)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store || store->hasMetadata(LLVMContext::MD_tbaa)) continue;
    auto* table = dyn_cast<GlobalVariable>(store->getValueOperand()->stripInBoundsOffsets());
    if (table && table->getName().starts_with("_ZTV"))
      store->setMetadata(LLVMContext::MD_tbaa, type);
  }
}

}  // namespace

void add_sanitize_attribute(Module& module) {
  MDBuilder builder(module.getContext());
  MDNode* pointer =
      builder.createTBAAScalarTypeNode("vtable pointer", builder.createTBAARoot("Simple C++ TBAA"));
  MDNode* type = builder.createTBAAStructTagNode(pointer, pointer, 0);
  for (Function& function : module) {
    if (function.isDeclaration() || is_from_compiler(function) || remove_no_sanitize_mark(function))
      continue;
    if (function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation)) continue;
    function.addFnAttr(Attribute::SanitizeThread);
    mark_vtable_stores(function, type);
  }
}

}  // namespace omc::pass
