// The test whether the compiler's instrumentation would report an access must be at least as strict
// as the compiler's own. A function too few in the result costs little time; one too many misses an
// access.
#include "pass/single_version.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Whether ReportMissingAccesses (pass/missing_accesses.h) may report the intrinsic.
bool may_be_reported(const CallBase& call) {
  auto is_address = [](const Use& argument) { return argument->getType()->isPtrOrPtrVectorTy(); };
  return isa<IntrinsicInst>(call) && any_of(call.args(), is_address);
}

bool accesses_only_locals(const Instruction& instruction) {
  if (!instruction.mayReadOrWriteMemory()) return true;
  if (const auto* call = dyn_cast<CallBase>(&instruction))
    return !isa<MemIntrinsic>(call) && !call->hasByValArgument() && !may_be_reported(*call);
  const Value* address = getLoadStorePointerOperand(&instruction);
  if (!address || instruction.isAtomic() || instruction.isVolatile()) return false;
  auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  return local && !PointerMayBeCaptured(local, true, true);
}

}  // namespace

Function* known_callee(const CallBase& call) {
  Value* named = call.getCalledOperand();
  if (auto* alias = dyn_cast<GlobalAlias>(named); alias && !alias->isInterposable())
    named = alias->getAliasee();
  auto* callee = dyn_cast<Function>(named);
  bool is_known =
      callee && !callee->isInterposable() && callee->getFunctionType() == call.getFunctionType();
  return is_known ? callee : nullptr;
}

SmallPtrSet<const Function*, 32> single_version_functions(ArrayRef<Function*> functions) {
  SmallPtrSet<const Function*, 32> result, all(functions.begin(), functions.end());
  for (const Function* function : functions)
    if (function->hasOptNone() && all_of(instructions(function), accesses_only_locals))
      result.insert(function);

  auto calls_another = [&](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call ? known_callee(*call) : nullptr;
    return callee && all.contains(callee) && !result.contains(callee);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : functions)
      if (result.contains(function) && any_of(instructions(function), calls_another))
        changed |= result.erase(function);
  }
  return result;
}

}  // namespace omc::pass
