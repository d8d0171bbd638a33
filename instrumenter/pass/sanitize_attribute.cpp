#include "pass/sanitize_attribute.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace omc::pass {

namespace {

constexpr StringRef mark = "# omc_uncounted";  // of hooks.h

bool take_mark(Function& function) {
  bool found = false;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    auto* text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!text || StringRef(text->getAsmString()) != mark) continue;
    call->eraseFromParent();
    found = true;
  }
  return found;
}

// What the compiler makes of its own accord: the way to a thread-local variable, and the end of a
// program.
bool is_made_up(const Function& function) {
  return function.getName().starts_with("_ZTW") || function.getName() == "__clang_call_terminate";
}

// The compiler's instrumentation knows a store to an object's table of functions by its type, which
// only an optimising compiler says.
void name_vtable_stores(Function& function, MDNode* type) {
  for (Instruction& instruction : instructions(function)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store || store->hasMetadata(LLVMContext::MD_tbaa)) continue;
    auto* table = dyn_cast<GlobalVariable>(store->getValueOperand()->stripInBoundsOffsets());
    if (table && table->getName().starts_with("_ZTV"))
      store->setMetadata(LLVMContext::MD_tbaa, type);
  }
}

}  // namespace

void count_accesses(Module& module) {
  MDBuilder builder(module.getContext());
  MDNode* pointer =
      builder.createTBAAScalarTypeNode("vtable pointer", builder.createTBAARoot("Simple C++ TBAA"));
  MDNode* type = builder.createTBAAStructTagNode(pointer, pointer, 0);
  for (Function& function : module) {
    if (function.isDeclaration() || is_made_up(function) || take_mark(function)) continue;
    if (function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation)) continue;
    function.addFnAttr(Attribute::SanitizeThread);
    name_vtable_stores(function, type);
  }
}

}  // namespace omc::pass
