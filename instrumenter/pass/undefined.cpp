#include "pass/undefined.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {

namespace {

void report(IRBuilder<>& builder, Module& module, StringRef what) {
  Constant* text = builder.CreateGlobalStringPtr(what, "", 0, &module);
  CallInst* call = builder.CreateCall(abi::undefined(module), {text});
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::Cold);
}

// ---- Divisions ----

bool is_division(const Instruction& instruction) {
  unsigned op = instruction.getOpcode();
  bool divides = op == Instruction::SDiv || op == Instruction::UDiv || op == Instruction::SRem ||
                 op == Instruction::URem;
  return divides && instruction.getType()->isIntegerTy() &&
         !isa<ConstantInt>(instruction.getOperand(1));
}

void report_if(Value* condition, Instruction* before, StringRef what) {
  MDNode* unlikely = MDBuilder(before->getContext()).createUnlikelyBranchWeights();
  Instruction* end = SplitBlockAndInsertIfThen(condition, before, false, unlikely);
  IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  report(builder, *before->getModule(), what);
}

void check_division(Instruction* division) {
  IRBuilder<> builder(division);
  Value* divisor = division->getOperand(1);
  bool is_signed =
      division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::SRem;
  report_if(builder.CreateIsNull(divisor), division, "division by zero");
  if (!is_signed) return;
  builder.SetInsertPoint(division);
  auto* type = cast<IntegerType>(division->getType());
  Value* least = ConstantInt::get(type, APInt::getSignedMinValue(type->getBitWidth()));
  Value* is_least = builder.CreateICmpEQ(division->getOperand(0), least);
  Value* is_minus_one = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
  report_if(builder.CreateAnd(is_least, is_minus_one), division, "signed overflow in a division");
}

// ---- Code that cannot be reached ----

bool does_not_return(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->doesNotReturn();
}

// Whether the source itself says that nothing comes here, not that some call does not return.
bool is_claimed_unreachable(const UnreachableInst& end) {
  const Instruction* before = end.getPrevNonDebugInstruction();
  while (before && isa<IntrinsicInst>(before) && before->isLifetimeStartOrEnd())
    before = before->getPrevNonDebugInstruction();
  if (before) return !does_not_return(*before) && !isa<LandingPadInst>(before);
  const BasicBlock* block = end.getParent();
  if (pred_empty(block)) return false;
  return none_of(predecessors(block), [](const BasicBlock* from) {
    return isa<InvokeInst>(from->getTerminator()) && does_not_return(*from->getTerminator());
  });
}

void check_unreachable(UnreachableInst* end) {
  IRBuilder<> builder(end);
  report(builder, *end->getModule(),
         "code is reached that the source says cannot be reached, or the end of a function "
         "without a return");
  builder.CreateIntrinsic(Intrinsic::trap, {}, {});
}

// ---- Overflows ----

bool is_compared(const Instruction& instruction) {
  return any_of(instruction.users(), [](const User* user) { return isa<ICmpInst>(user); });
}

bool may_overflow(const Instruction& instruction) {
  return isa<OverflowingBinaryOperator>(instruction) && instruction.hasNoSignedWrap();
}

// A loop's condition compares its counter, which lies in memory before any optimisation. So what is
// compared directly is part of the condition itself.
void let_wrap(Instruction& instruction) {
  if (!may_overflow(instruction) || !is_compared(instruction)) return;
  instruction.setHasNoSignedWrap(false);
  instruction.setHasNoUnsignedWrap(false);
}

}  // namespace

void keep_undefined(ArrayRef<Function*> functions) {
  for (Function* function : functions) {
    function->addFnAttr(Attribute::NullPointerIsValid);
    SmallVector<Instruction*, 8> divisions;
    SmallVector<UnreachableInst*, 8> ends;
    for (Instruction& instruction : instructions(function)) {
      let_wrap(instruction);
      if (is_division(instruction)) divisions.push_back(&instruction);
      if (auto* end = dyn_cast<UnreachableInst>(&instruction); end && is_claimed_unreachable(*end))
        ends.push_back(end);
    }
    for (UnreachableInst* end : ends) check_unreachable(end);
    for (Instruction* division : divisions) check_division(division);
  }
}

}  // namespace omc::pass
