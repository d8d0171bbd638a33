#include "pass/blind_additions.h"

#include "llvm/IR/InstIterator.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {

PreservedAnalyses MarkBlindAdditions::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (!call || !call->use_empty() || !abi::is_atomic_addition(*call)) continue;
    unsigned last = call->arg_size() - 1;
    auto* order = dyn_cast<ConstantInt>(call->getArgOperand(last));
    if (!order) continue;
    call->setArgOperand(
        last, ConstantInt::get(order->getType(), order->getZExtValue() | __omc_result_dropped));
    changed = true;
  }
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace omc::pass
