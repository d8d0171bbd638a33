#include "unneeded.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"

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

bool is_told(const LoadInst& load) {
  Type* type = load.getType();
  bool is_scalar = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  return load.isSimple() && is_scalar && !isa<AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets());
}

// Which values nobody needs is known only when all is optimised, so somebody looks at each.
void keep_loads(Function& function) {
  SmallVector<LoadInst*, 64> told;
  for (Instruction& instruction : instructions(function))
    if (auto* load = dyn_cast<LoadInst>(&instruction); load && is_told(*load)) told.push_back(load);
  for (LoadInst* load : told) look_at(load, load->getNextNode());
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
bool is_only_written(const GlobalVariable& variable) {
  GlobalStatus status;
  return variable.hasLocalLinkage() && !GlobalStatus::analyzeGlobal(&variable, status) && !status.IsLoaded;
}

// At each store, because those before which nobody looks at it may be all that are left.
void keep_stores(Function& function, DenseMap<const GlobalVariable*, bool>& only_written) {
  SmallVector<std::pair<GlobalVariable*, StoreInst*>, 4> unneeded;
  for (Instruction& instruction : instructions(function)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    auto* variable = store ? dyn_cast<GlobalVariable>(store->getPointerOperand()->stripInBoundsOffsets()) : nullptr;
    if (!variable) continue;
    auto [known, is_new] = only_written.try_emplace(variable, false);
    if (is_new) known->second = is_only_written(*variable);
    if (known->second) unneeded.push_back({variable, store});
  }
  for (auto [variable, store] : unneeded) look_at(variable, store);
}

}  // namespace

void keep_unneeded(ArrayRef<Function*> functions) {
  DenseMap<const GlobalVariable*, bool> only_written;
  for (Function* function : functions) {
    if (function->hasOptNone()) continue;
    keep_loads(*function);
    keep_blocks(*function);
    keep_stores(*function, only_written);
  }
}

void drop_what_was_kept(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (auto* call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(looks)) call->eraseFromParent();
}
