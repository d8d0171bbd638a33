// A pretended use is empty inline assembly that takes the value as its operand. The optimiser must
// keep the value, and no instruction is generated.
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

// Attributes that tell apart the calls of empty assembly.
constexpr StringRef pretended_use = "omc-pretended-use", lasting_use = "omc-lasting-use",
                    copy_mark = "omc-copy-mark";

void set_no_effect(CallInst* call, StringRef kind) {
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  call->addFnAttr(Attribute::get(call->getContext(), kind));
}

void pretend_use(Value* value, Instruction* before, StringRef kind = pretended_use) {
  LLVMContext& context = value->getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), {value->getType()}, false);
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(before->getDebugLoc());
  CallInst* use = builder.CreateCall(type, InlineAsm::get(type, "", "X", true), {value});
  set_no_effect(use, kind);
}

// Whether ThreadSanitizer's pass may report the load.
bool is_reported(const LoadInst& load) {
  Type* type = load.getType();
  bool is_scalar =
      type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  return load.isSimple() && is_scalar &&
         !isa<AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets());
}

// Which values are unused is known only after all optimisations, so every value gets a use.
void keep_loads(Function& function) {
  SmallVector<LoadInst*, 64> loads;
  for (Instruction& instruction : instructions(function))
    if (auto* load = dyn_cast<LoadInst>(&instruction); load && is_reported(*load))
      loads.push_back(load);
  for (LoadInst* load : loads) pretend_use(load, load->getNextNode());
}

// After a use of its address, the optimiser must assume that other code knows the block. It must
// assume the same of a release function that is not known as a builtin.
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
      pretend_use(call, call->getNextNode());
    else if (invoke->getNormalDest()->getSinglePredecessor())
      pretend_use(call, &*invoke->getNormalDest()->getFirstInsertionPt());
}

// A function of the program that its author calls pure or const.
bool is_declared_pure(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  return call.onlyReadsMemory() && !is_recorded_by_libomc(callee->getName()) &&
         !callee->hasFnAttribute(Attribute::AlwaysInline);
}

// The compiler removes the call of a function that only reads memory, such as strlen, when its
// result is unused. It does so even at -O0, and after drop_pretended_uses, so this use stays.
void keep_calls(Function& function) {
  SmallVector<CallInst*, 8> reading;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isIntrinsic() || call->isMustTailCall()) continue;
    bool is_scalar = call->getType()->isIntegerTy() || call->getType()->isPointerTy();
    bool is_recorded = callee->isDeclaration() && is_recorded_by_libomc(callee->getName());
    if (is_scalar && (is_recorded || is_declared_pure(*call))) reading.push_back(call);
  }
  for (CallInst* call : reading) pretend_use(call, call->getNextNode(), lasting_use);
}

// The optimiser replaces a copy by loads of the members that are used, or removes it. So a mark
// records where the copy read the whole object (copied_object).
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
    set_no_effect(mark, copy_mark);
  }
}

// Keeping a variable keeps whatever its initial value refers to. Code that is never called may
// refer to symbols that are defined nowhere.
bool refers_to_code(const GlobalVariable& variable) {
  SmallPtrSet<const Value*, 16> visited;
  SmallVector<const Constant*, 16> open{&variable};
  while (!open.empty()) {
    const Constant* value = open.pop_back_val();
    auto* global = dyn_cast<GlobalValue>(value);
    if (global && (global->isDeclaration() || !isa<GlobalVariable>(global))) return true;
    for (const Use& part : value->operands())
      if (auto* constant = dyn_cast<Constant>(part); constant && visited.insert(constant).second)
        open.push_back(constant);
  }
  return false;
}

// Whether the variable is internal to this source and may be written. An optimiser that sees all
// uses removes stores that are never read, and stores of the initial value. Some uses appear only
// after inlining, so all such variables count.
bool is_internal_variable(const GlobalVariable& variable) {
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
    if (is_internal_variable(variable)) kept.push_back(&variable);
  if (!kept.empty()) appendToCompilerUsed(module, kept);
}

}  // namespace

void keep_dead_accesses(ArrayRef<Function*> functions) {
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
  return call && call->hasFnAttr(copy_mark) ? call->getArgOperand(0) : nullptr;
}

bool is_pretended_use(const Instruction& instruction) {
  auto* call = dyn_cast<CallInst>(&instruction);
  return call && call->hasFnAttr(pretended_use);
}

bool has_pretended_use(const Value& value) {
  return any_of(value.users(), [](const User* user) {
    auto* instruction = dyn_cast<Instruction>(user);
    return instruction && is_pretended_use(*instruction);
  });
}

void drop_pretended_uses(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (is_pretended_use(instruction)) instruction.eraseFromParent();
}

}  // namespace omc::pass
