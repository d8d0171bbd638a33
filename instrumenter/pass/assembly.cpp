#include "pass/assembly.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace omc::pass {

namespace {

StringRef text_of(const InlineAsm& assembly) {
  return StringRef(assembly.getAsmString()).trim(" \t\n;");
}

}  // namespace

// In the text of LLVM a dollar sign is doubled.
bool is_fence(const InlineAsm& assembly) {
  static const Regex locked(
      "^lock[; \t\n]+(add|or)[lq]?[ \t]+\\$\\$0(x0)?,[ \t]*"
      "(-?[0-9]+)?\\(%[re]sp\\)$");
  StringRef text = text_of(assembly);
  return text == "mfence" || locked.match(text);
}

bool is_harmless(const InlineAsm& assembly) {
  StringRef text = text_of(assembly);
  for (StringRef harmless :
       {"", "pause", "rep; nop", "rep nop", "rep;nop", "nop", "lfence", "sfence"})
    if (text == harmless) return true;
  return is_fence(assembly);
}

void add_fences(ArrayRef<Function*> functions) {
  SmallVector<CallInst*, 8> fences;
  for (Function* function : functions)
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      auto* assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
      if (assembly && is_fence(*assembly)) fences.push_back(call);
    }
  for (CallInst* call : fences) {
    IRBuilder<> builder(call);
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
    builder.SetInsertPoint(call->getNextNode());
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  }
}

}  // namespace omc::pass
