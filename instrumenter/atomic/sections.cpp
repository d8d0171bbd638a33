// Runs last, so that functions which were inlined cost nothing. An exception enters again where it
// lands, so a call that throws needs no handler of its own.
#include "atomic/sections.h"

#include "atomic/calls.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"
#include "omc/atomic.h"

using namespace llvm;

namespace omc::atomic_pass {

namespace {

constexpr StringLiteral prefix_of_runtime = "omc_atomic_";

bool is_of_runtime(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(prefix_of_runtime);
}

FunctionCallee procedure(Module& module, StringRef name, ArrayRef<Type*> parameters = {}) {
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), parameters, false);
  FunctionCallee result = module.getOrInsertFunction(name, type);
  cast<Function>(result.getCallee())->setDoesNotThrow();
  return result;
}

// Where a call has returned normally. Null where it never does.
Instruction* behind(CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor())
      normal = SplitBlockPredecessors(normal, {invoke->getParent()}, ".omc");
    return normal ? &*normal->getFirstInsertionPt() : nullptr;
  }
  return isa<CallInst>(call) ? call.getNextNode() : nullptr;
}

// A builder whose instructions belong to a place in the source.
struct BuilderAt : IRBuilder<> {
  BuilderAt(Instruction* place, const DebugLoc& location) : IRBuilder<>(place) {
    SetCurrentDebugLocation(location);
  }
};

// The stream: an argument, or what `stdout` or `stderr` holds.
Value* stream_of(const CallMeaning& meaning, CallBase& call, IRBuilder<>& builder) {
  if (meaning.stream >= 0)
    return static_cast<unsigned>(meaning.stream) < call.arg_size()
               ? call.getArgOperand(static_cast<unsigned>(meaning.stream))
               : nullptr;
  Module& module = *call.getModule();
  const char* name = meaning.stream == CallMeaning::standard_output ? "stdout" : "stderr";
  Type* pointer = builder.getPtrTy();
  return builder.CreateLoad(pointer, module.getOrInsertGlobal(name, pointer));
}

void surround_output(const CallMeaning& meaning, CallBase& call) {
  Module& module = *call.getModule();
  BuilderAt builder(&call, call.getDebugLoc());
  bool is_ostream = meaning.kind == CallKind::ostream;
  Value* stream =
      is_ostream && call.arg_size() ? call.getArgOperand(0) : stream_of(meaning, call, builder);
  Instruction* after = behind(call);
  if (!stream || !stream->getType()->isPointerTy() || !after) return;
  const char* before = is_ostream ? "omc_atomic_before_ostream" : "omc_atomic_before_output";
  builder.CreateCall(procedure(module, before, {builder.getPtrTy()}), {stream});
  BuilderAt(after, call.getDebugLoc()).CreateCall(procedure(module, "omc_atomic_after_output"));
}

// The callee's address is taken from the table of addresses, where a program that is not position
// independent would have that of a stub without a mark.
void surround_unknown(CallBase& call) {
  Module& module = *call.getModule();
  if (call.isMustTailCall()) return;
  if (auto* callee = dyn_cast<Function>(call.getCalledOperand()))
    callee->setDSOLocal(false), callee->addFnAttr(Attribute::NonLazyBind);
  BuilderAt builder(&call, call.getDebugLoc());
  Value* callee =
      builder.CreatePointerBitCastOrAddrSpaceCast(call.getCalledOperand(), builder.getPtrTy());
  builder.CreateCall(procedure(module, "omc_atomic_before_call", {builder.getPtrTy()}), {callee});
  if (Instruction* after = behind(call))
    BuilderAt(after, call.getDebugLoc()).CreateCall(procedure(module, "omc_atomic_after_call"));
}

void surround(CallBase& call) {
  CallMeaning meaning = meaning_of(call);
  // longjmp may return there from code without hooks.
  bool returns_twice = call.hasFnAttr(Attribute::ReturnsTwice);
  if (returns_twice && isa<CallInst>(call)) {
    BuilderAt(call.getNextNode(), call.getDebugLoc())
        .CreateCall(procedure(*call.getModule(), "omc_atomic_after_call"));
    return;
  }
  switch (meaning.kind) {
    case CallKind::inside:
      return;
    case CallKind::unknown:
      return surround_unknown(call);
    case CallKind::output:
    case CallKind::ostream:
      return surround_output(meaning, call);
    case CallKind::instead:
      call.setCalledFunction(
          call.getModule()->getOrInsertFunction(meaning.replacement, call.getFunctionType()));
  }
}

void surround_calls(Function& function) {
  SmallVector<CallBase*, 32> calls;
  SmallVector<LandingPadInst*, 8> landings;
  for (Instruction& instruction : instructions(function)) {
    if (auto* call = dyn_cast<CallBase>(&instruction); call && !is_of_runtime(instruction))
      calls.push_back(call);
    if (auto* landing = dyn_cast<LandingPadInst>(&instruction)) landings.push_back(landing);
  }
  for (CallBase* call : calls) surround(*call);
  FunctionCallee landed = procedure(*function.getParent(), "omc_atomic_landed");
  for (LandingPadInst* landing : landings) {
    auto place = landing->getParent()->getFirstInsertionPt();
    BuilderAt(&*place, landing->getDebugLoc()).CreateCall(landed);
  }
}

// A function without hooks and calls accesses nothing that others could notice.
bool matters(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
  });
}

bool may_be_called_from_outside(const Function& function) {
  return !function.hasLocalLinkage() || function.hasAddressTaken();
}

DebugLoc beginning_of(const Function& function) {
  DISubprogram* program = function.getSubprogram();
  if (!program) return {};
  return DILocation::get(function.getContext(), program->getScopeLine(), 0, program);
}

Constant* inside_variable(Module& module) {
  Type* byte = Type::getInt8Ty(module.getContext());
  Constant* variable = module.getOrInsertGlobal(__omc_atomic_name("omc_atomic_inside"), byte, [&] {
    return new GlobalVariable(module, byte, false, GlobalValue::ExternalLinkage, nullptr,
                              __omc_atomic_name("omc_atomic_inside"), nullptr,
                              GlobalValue::InitialExecTLSModel);
  });
  return variable;
}

// Enters when the caller has no hooks, and then leaves on every way out.
void enter_and_leave(Function& function) {
  Module& module = *function.getParent();
  auto place = function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(&*place)) ++place;
  BuilderAt builder(&*place, beginning_of(function));
  Value* inside = builder.CreateLoad(builder.getInt8Ty(),
                                     builder.CreateThreadLocalAddress(inside_variable(module)));
  Value* was_outside = builder.CreateIsNull(inside);
  auto* unlikely = MDBuilder(module.getContext()).createUnlikelyBranchWeights();
  Instruction* enter = SplitBlockAndInsertIfThen(was_outside, &*place, false, unlikely);
  BuilderAt(enter, beginning_of(function)).CreateCall(procedure(module, "omc_atomic_enter"));
  FunctionCallee leave = procedure(module, "omc_atomic_leave");
  SmallVector<Instruction*, 8> ways_out;
  EscapeEnumerator escapes(function, "omc_leave", !function.doesNotThrow());
  while (IRBuilder<>* at = escapes.Next()) ways_out.push_back(&*at->GetInsertPoint());
  for (Instruction* way : ways_out) {
    Instruction* then = SplitBlockAndInsertIfThen(was_outside, way, false, unlikely);
    DebugLoc location = way->getDebugLoc() ? way->getDebugLoc() : beginning_of(function);
    BuilderAt(then, location).CreateCall(leave);
  }
}

bool can_be_changed(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked);
}

}  // namespace

PreservedAnalyses MakeSections::run(Module& module, ModuleAnalysisManager&) {
  SmallPtrSet<const Function*, 4> resolvers;  // they run before the program does
  for (const GlobalIFunc& ifunc : module.ifuncs()) resolvers.insert(ifunc.getResolverFunction());
  SmallVector<Function*, 64> functions;
  for (Function& function : module)
    if (can_be_changed(function) && !resolvers.contains(&function)) functions.push_back(&function);
  auto* mark = ConstantInt::get(Type::getInt64Ty(module.getContext()), OMC_ATOMIC_MARK);
  for (Function* function : functions) {
    bool outer = may_be_called_from_outside(*function);
    if (outer && !function->hasPrefixData()) function->setPrefixData(mark);
    if (!matters(*function)) continue;
    function->removeFnAttr(Attribute::Memory);
    function->removeFnAttr(Attribute::NoSync);
    surround_calls(*function);
    if (outer) enter_and_leave(*function);
  }
  return PreservedAnalyses::none();
}

}  // namespace omc::atomic_pass
