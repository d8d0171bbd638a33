#include "pass/dead_accesses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/GlobalStatus.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass/interposed_functions.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Attributes of calls that are none.
constexpr StringRef looks = "omc-looks", keeps_looking = "omc-keeps-looking", copies = "omc-copies";

void have_no_effect(CallInst* call, StringRef kind) {
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  call->addFnAttr(Attribute::get(call->getContext(), kind));
}

// Somebody looks at the value here, as far as the optimiser knows. No instruction comes of it.
void look_at(Value* value, Instruction* before, StringRef kind = looks) {
  LLVMContext& context = value->getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), {value->getType()}, false);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  CallInst* look = builder.CreateCall(type, InlineAsm::get(type, "", "X", true), {value});
  have_no_effect(look, kind);
}

bool is_told(const LoadInst& load) {
  Type* type = load.getType();
  bool is_scalar =
      type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  return load.isSimple() && is_scalar &&
         !isa<AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets());
}

// Which values nobody needs is known only when all is optimised, so somebody looks at each.
void keep_loads(Function& function) {
  SmallVector<LoadInst*, 64> told;
  for (Instruction& instruction : instructions(function))
    if (auto* load = dyn_cast<LoadInst>(&instruction); load && is_told(*load)) told.push_back(load);
  for (LoadInst* load : told) look_at(load, load->getNextNode());
}

// A block that somebody has looked at may be known elsewhere, and a function of any name may look
// into it.
void keep_blocks(Function& function) {
  static constexpr StringRef allocate[] = {"malloc",
                                           "calloc",
                                           "realloc",
                                           "aligned_alloc",
                                           "_Znwm",
                                           "_Znam",
                                           "_ZnwmSt11align_val_t",
                                           "_ZnamSt11align_val_t",
                                           "_ZnwmRKSt9nothrow_t",
                                           "_ZnamRKSt9nothrow_t"};
  static constexpr StringRef release[] = {"free",
                                          "_ZdlPv",
                                          "_ZdaPv",
                                          "_ZdlPvm",
                                          "_ZdaPvm",
                                          "_ZdlPvSt11align_val_t",
                                          "_ZdaPvSt11align_val_t",
                                          "_ZdlPvmSt11align_val_t",
                                          "_ZdaPvmSt11align_val_t"};
  SmallVector<CallBase*, 8> made;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration()) continue;
    if (is_contained(allocate, callee->getName()) && call->getType()->isPointerTy())
      made.push_back(call);
    if (!is_contained(release, callee->getName())) continue;
    call->removeFnAttr(Attribute::Builtin);
    call->addFnAttr(Attribute::NoBuiltin);
  }
  for (CallBase* call : made)
    if (auto* invoke = dyn_cast<InvokeInst>(call); !invoke)
      look_at(call, call->getNextNode());
    else if (invoke->getNormalDest()->getSinglePredecessor())
      look_at(call, &*invoke->getNormalDest()->getFirstInsertionPt());
}

// A function of a library that reads memory, such as strlen, is not called when nobody needs its
// result; not even in code that is not optimised. So somebody looks at it, and goes on looking when
// the accesses have been told.
void keep_calls(Function& function) {
  SmallVector<CallInst*, 8> reading;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || call->isMustTailCall())
      continue;
    bool is_scalar = call->getType()->isIntegerTy() || call->getType()->isPointerTy();
    if (is_scalar && is_seen_by_libomc(callee->getName())) reading.push_back(call);
  }
  for (CallInst* call : reading) look_at(call, call->getNextNode(), keeps_looking);
}

// Of an object that is copied only those members are loaded in the end that somebody needs, and
// none when nobody needs the copy. So a mark stands where all of it was read (copied_object).
void keep_copies(Function& function) {
  SmallVector<MemTransferInst*, 8> found;
  for (Instruction& instruction : instructions(function)) {
    auto* copy = dyn_cast<MemTransferInst>(&instruction);
    const Value* from = copy ? getUnderlyingObject(copy->getRawSource()) : nullptr;
    auto* variable = dyn_cast_or_null<GlobalVariable>(from);
    if (from && !isa<AllocaInst>(from) && !(variable && variable->isConstant()))
      found.push_back(copy);
  }
  for (MemTransferInst* copy : found) {
    IRBuilder<> builder(copy);
    auto* type =
        FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt64Ty()}, false);
    Value* size = builder.CreateZExtOrTrunc(copy->getLength(), builder.getInt64Ty());
    CallInst* mark = builder.CreateCall(type, InlineAsm::get(type, "", "X,X", true),
                                        {copy->getRawSource(), size});
    mark->addParamAttr(0, Attribute::NoCapture);
    have_no_effect(mark, copies);
  }
}

// To keep a variable is to keep what its first value refers to: code that nobody calls may itself
// refer to what is defined nowhere.
bool refers_to_code(const GlobalVariable& variable) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Constant*, 16> open{&variable};
  while (!open.empty()) {
    const Constant* value = open.pop_back_val();
    auto* global = dyn_cast<GlobalValue>(value);
    if (global && (global->isDeclaration() || !isa<GlobalVariable>(global))) return true;
    for (const Use& part : value->operands())
      if (auto* constant = dyn_cast<Constant>(part); constant && seen.insert(constant).second)
        open.push_back(constant);
  }
  return false;
}

// A variable that only this source knows, and that may be written: an optimiser that sees all its
// uses, which may be only after others were inlined, takes stores away that nobody reads or that
// store what is there from the beginning.
bool is_own_variable(const GlobalVariable& variable) {
  if (!variable.hasLocalLinkage() || variable.isConstant() ||
      variable.getName().starts_with("llvm."))
    return false;
  GlobalStatus status;
  bool is_stored = GlobalStatus::analyzeGlobal(&variable, status) ||
                   status.StoredType != GlobalStatus::NotStored;
  return is_stored && !refers_to_code(variable);
}

void keep_variables(Module& module) {
  SmallVector<GlobalValue*, 16> kept;
  for (GlobalVariable& variable : module.globals())
    if (is_own_variable(variable)) kept.push_back(&variable);
  if (!kept.empty()) appendToCompilerUsed(module, kept);
}

}  // namespace

void keep_unneeded(ArrayRef<Function*> functions) {
  bool optimises = false;
  for (Function* function : functions) {
    keep_calls(*function);
    if (function->hasOptNone()) continue;
    optimises = true;
    keep_loads(*function);
    keep_blocks(*function);
    keep_copies(*function);
  }
  if (optimises) keep_variables(*functions.front()->getParent());
}

Value* copied_object(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->hasFnAttr(copies) ? call->getArgOperand(0) : nullptr;
}

void drop_what_was_kept(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (auto* call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(looks))
      call->eraseFromParent();
}

}  // namespace omc::pass
