#include "pass/library_fixes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace omc::pass {

namespace {

constexpr int release = 3;  // of std::memory_order

void strengthen_parameter(Function& unlock) {
  Argument* order = unlock.getArg(unlock.arg_size() - 1);
  if (!order->getType()->isIntegerTy()) return;
  IRBuilder<> builder(&*unlock.getEntryBlock().getFirstInsertionPt());
  Value* least = ConstantInt::get(order->getType(), release);
  Value* is_less = builder.CreateICmpULT(order, least);
  Value* stronger = builder.CreateSelect(is_less, least, order);
  order->replaceUsesWithIf(
      stronger, [&](Use& use) { return use.getUser() != is_less && use.getUser() != stronger; });
}

// For a function that passes a constant order to fetch_sub.
void strengthen_call(Function& unlock) {
  for (Instruction& instruction : instructions(unlock)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->getName().contains("fetch_sub") || !call->arg_size()) continue;
    unsigned last = call->arg_size() - 1;
    auto* order = dyn_cast<ConstantInt>(call->getArgOperand(last));
    if (order && order->isZero())
      call->setArgOperand(last, ConstantInt::get(order->getType(), release));
  }
}

}  // namespace

void fix_atomic_shared_ptr(Module& module) {
  for (Function& function : module) {
    StringRef name = function.getName();
    if (function.isDeclaration() || !name.contains("_Sp_atomic") ||
        !name.contains("13_Atomic_count"))
      continue;
    if (name.contains("6unlockE")) strengthen_parameter(function);
    if (name.contains("14_M_wait_unlockE")) strengthen_call(function);
  }
}

}  // namespace omc::pass
