#include "unneeded.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace {

constexpr StringRef looks = "omc-looks";  // an attribute

// Somebody looks at the value here, as far as the optimiser knows. No instruction comes of it.
void look_at(Value* value, Instruction* before) {
  LLVMContext& context = value->getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), {value->getType()}, false);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  CallInst* look = builder.CreateCall(type, InlineAsm::get(type, "", "X", true), {value});
  look->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  look->setDoesNotThrow();
  look->addFnAttr(Attribute::WillReturn);
  look->addFnAttr(Attribute::get(context, looks));
}

// Which instructions do something, or are needed by one that does. What is returned counts as needed by nobody: the
// function may be inlined where that is so.
class Needed {
 public:
  explicit Needed(Function& function) {
    for (Instruction& instruction : instructions(function))
      if (does_something(instruction)) need(&instruction);
    while (!waiting_.empty()) {
      Instruction* instruction = waiting_.pop_back_val();
      for (Value* operand : instruction->operands()) need(operand);
      if (auto* load = dyn_cast<LoadInst>(instruction)) need_stores(*load);
    }
  }

  bool contains(const Instruction& instruction) const { return needed_.contains(&instruction); }

 private:
  bool does_something(Instruction& instruction) {
    if (isa<ReturnInst>(instruction) || isa<DbgInfoIntrinsic>(instruction)) return false;
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->isLifetimeStartOrEnd()) return false;
    if (auto* store = dyn_cast<StoreInst>(&instruction)) return !is_local(store->getPointerOperand());
    return instruction.isTerminator() || instruction.mayHaveSideEffects();
  }

  bool is_local(Value* address) {
    auto* local = dyn_cast<AllocaInst>(address);
    if (!local) return false;
    auto [found, is_new] = locals_.try_emplace(local, false);
    if (is_new) found->second = isAllocaPromotable(local);
    return found->second;
  }

  void need(Value* value) {
    auto* instruction = dyn_cast<Instruction>(value);
    if (instruction && needed_.insert(instruction).second) waiting_.push_back(instruction);
  }

  void need_stores(LoadInst& load) {
    if (!is_local(load.getPointerOperand())) return;
    for (User* user : load.getPointerOperand()->users())
      if (auto* store = dyn_cast<StoreInst>(user)) need(store);
  }

  DenseSet<const Instruction*> needed_;
  SmallVector<Instruction*, 64> waiting_;
  DenseMap<AllocaInst*, bool> locals_;
};

bool is_told(const LoadInst& load) {
  Type* type = load.getType();
  bool is_scalar = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  return load.isSimple() && is_scalar && !isa<AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets());
}

void keep_loads(Function& function) {
  SmallVector<LoadInst*, 16> unneeded;
  Needed needed(function);
  for (Instruction& instruction : instructions(function))
    if (auto* load = dyn_cast<LoadInst>(&instruction); load && is_told(*load) && !needed.contains(*load)) unneeded.push_back(load);
  for (LoadInst* load : unneeded) look_at(load, load->getNextNode());
}

// A block that somebody has looked at may be known elsewhere, and a function of any name may look into it.
void keep_blocks(Function& function) {
  static constexpr StringRef allocate[] = {"malloc", "calloc", "realloc", "aligned_alloc", "_Znwm", "_Znam",
                                           "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t",
                                           "_ZnamRKSt9nothrow_t"};
  static constexpr StringRef release[] = {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t",
                                          "_ZdaPvSt11align_val_t", "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t"};
  SmallVector<CallBase*, 8> made;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration()) continue;
    if (is_contained(allocate, callee->getName()) && call->getType()->isPointerTy()) made.push_back(call);
    if (!is_contained(release, callee->getName())) continue;
    call->removeFnAttr(Attribute::Builtin);
    call->addFnAttr(Attribute::NoBuiltin);
  }
  for (CallBase* call : made)
    if (auto* invoke = dyn_cast<InvokeInst>(call); !invoke) look_at(call, call->getNextNode());
    else if (invoke->getNormalDest()->getSinglePredecessor()) look_at(call, &*invoke->getNormalDest()->getFirstInsertionPt());
}

// A variable that only this source knows and only writes.
void keep_stores(Function& function, SmallPtrSetImpl<GlobalVariable*>& seen) {
  SmallVector<std::pair<GlobalVariable*, StoreInst*>, 4> unneeded;
  for (Instruction& instruction : instructions(function)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    auto* variable = store ? dyn_cast<GlobalVariable>(store->getPointerOperand()->stripInBoundsOffsets()) : nullptr;
    if (!variable || !variable->hasLocalLinkage() || !seen.insert(variable).second) continue;
    GlobalStatus status;
    if (!GlobalStatus::analyzeGlobal(variable, status) && !status.IsLoaded) unneeded.push_back({variable, store});
  }
  for (auto [variable, store] : unneeded) look_at(variable, store);
}

}  // namespace

void keep_unneeded(ArrayRef<Function*> functions) {
  SmallPtrSet<GlobalVariable*, 16> seen;
  for (Function* function : functions) {
    if (function->hasOptNone()) continue;
    keep_loads(*function);
    keep_blocks(*function);
    keep_stores(*function, seen);
  }
}

void drop_what_was_kept(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (auto* call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(looks)) call->eraseFromParent();
}
