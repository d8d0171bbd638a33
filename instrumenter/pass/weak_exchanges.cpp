#include "pass/weak_exchanges.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {

namespace {

// { value, false }, where the value is loaded.
Value* failed_result(IRBuilder<>& builder, AtomicCmpXchgInst& exchange) {
  Type* type = exchange.getCompareOperand()->getType();
  LoadInst* load =
      builder.CreateAlignedLoad(type, exchange.getPointerOperand(), exchange.getAlign());
  load->setAtomic(exchange.getFailureOrdering(), exchange.getSyncScopeID());
  load->setVolatile(exchange.isVolatile());
  Value* result = PoisonValue::get(exchange.getType());
  result = builder.CreateInsertValue(result, load, 0);
  return builder.CreateInsertValue(result, builder.getFalse(), 1);
}

void let_fail(AtomicCmpXchgInst* exchange) {
  IRBuilder<> builder(exchange);
  Value* fails = builder.CreateIsNotNull(
      builder.CreateCall(abi::weak_fails(*exchange->getModule()), {exchange->getPointerOperand()}));
  Instruction* end_failed = SplitBlockAndInsertIfThen(fails, exchange, false);
  builder.SetInsertPoint(end_failed);
  builder.SetCurrentDebugLocation(exchange->getDebugLoc());
  Value* failed = failed_result(builder, *exchange);
  // The exchange gets a block of its own, beside that of the failure.
  BasicBlock* tail = exchange->getParent();
  BasicBlock* after = tail->splitBasicBlock(exchange->getNextNode());
  end_failed->setSuccessor(0, after);
  builder.SetInsertPoint(after, after->begin());
  PHINode* result = builder.CreatePHI(exchange->getType(), 2);
  exchange->replaceAllUsesWith(result);
  result->addIncoming(exchange, tail);
  result->addIncoming(failed, end_failed->getParent());
  exchange->setWeak(false);
}

}  // namespace

void let_weak_exchanges_fail(ArrayRef<Function*> functions) {
  SmallVector<AtomicCmpXchgInst*, 8> weak;
  for (Function* function : functions)
    for (Instruction& instruction : instructions(function))
      if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
          exchange && exchange->isWeak())
        weak.push_back(exchange);
  for (AtomicCmpXchgInst* exchange : weak) let_fail(exchange);
}

}  // namespace omc::pass
