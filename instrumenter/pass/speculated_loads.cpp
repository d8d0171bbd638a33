#include "pass/speculated_loads.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass/dead_accesses.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {

namespace {

bool may_write_between(const Instruction& first, const Instruction& last) {
  for (const Instruction* at = first.getNextNode(); at != &last; at = at->getNextNode())
    if (at->mayWriteToMemory() && !is_pretended_use(*at)) return true;
  return false;
}

// The load of one arm of the select, if it happens only for the select and can wait until there.
LoadInst* speculated_arm(const SelectInst& select, Value* arm) {
  auto* load = dyn_cast<LoadInst>(arm);
  bool is_for_select = load && load->isSimple() && load->hasOneUse() && !has_pretended_use(*load) &&
                       load->getParent() == select.getParent();
  return is_for_select && !may_write_between(*load, select) ? load : nullptr;
}

void load_only_if(Value* condition, LoadInst& load, SelectInst& select, unsigned operand) {
  BasicBlock* before = select.getParent();
  Instruction* end = SplitBlockAndInsertIfThen(condition, select.getIterator(), false);
  load.moveBefore(end);
  IRBuilder<> builder(&select);
  PHINode* value = builder.CreatePHI(load.getType(), 2);
  value->addIncoming(&load, load.getParent());
  value->addIncoming(PoisonValue::get(load.getType()), before);
  select.setOperand(operand, value);
}

bool undo(SelectInst& select) {
  if (!select.getCondition()->getType()->isIntegerTy(1)) return false;
  LoadInst* if_true = speculated_arm(select, select.getTrueValue());
  LoadInst* if_false = speculated_arm(select, select.getFalseValue());
  if (if_true) load_only_if(select.getCondition(), *if_true, select, 1);
  if (if_false) {
    IRBuilder<> builder(&select);
    load_only_if(builder.CreateNot(select.getCondition()), *if_false, select, 2);
  }
  return if_true || if_false;
}

}  // namespace

PreservedAnalyses UndoSpeculatedLoads::run(Function& function, FunctionAnalysisManager&) {
  if (!reports_accesses(function) || function.hasOptNone()) return PreservedAnalyses::all();
  SmallVector<SelectInst*, 8> selects;
  for (Instruction& instruction : instructions(function))
    if (auto* select = dyn_cast<SelectInst>(&instruction)) selects.push_back(select);
  bool changed = false;
  for (SelectInst* select : selects) changed |= undo(*select);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace omc::pass
