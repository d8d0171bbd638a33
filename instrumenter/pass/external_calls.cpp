#include "pass/external_calls.h"

#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "pass/abi.h"
#include "pass/assembly.h"
#include "pass/interposed_functions.h"
#include "pass/missing_accesses.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {
namespace {

bool is_instrumented(const Function& function) {
  return reports_accesses(function) || has_single_version(function);
}

// What a call does that libomc would not learn of by itself.
enum class Effect {
  none,      // libomc learns of everything
  external,  // other threads may notice it; it reports its accesses, or has only its own memory
  memory,    // it may access the program's memory without a report
  assembly,  // the same, and it may synchronise
};

Effect effect_of(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return accesses_unknown_memory(*intrinsic) ? Effect::memory : Effect::none;
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return Effect::none;
  if (const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand()))
    return is_harmless(*assembly) ? Effect::none : Effect::assembly;
  const Function* callee = call.getCalledFunction();
  if (!callee) return Effect::external;
  if (callee->isDeclaration())
    return is_recorded_by_libomc(callee->getName()) ? Effect::none : Effect::external;
  if (is_instrumented(*callee) || is_dispatcher(*callee)) return Effect::none;
  return callee->doesNotReturn() ? Effect::external : Effect::memory;
}

// Whether code outside of this source may be the caller.
bool has_unknown_callers(const Function& function) {
  const Function* entered = &function;
  if (is_explored_version(function)) {
    StringRef name = function.getName().drop_back(omc_suffix.size());
    if (const Function* dispatcher = function.getParent()->getFunction(name)) entered = dispatcher;
  }
  return entered->hasExternalLinkage() || entered->hasAddressTaken();
}

class Announcer {
 public:
  explicit Announcer(Module& module) : module_(module) {}

  void announce_from_instrumented(Function& function) {
    bool announces_returns = has_unknown_callers(function);
    SmallVector<Instruction*, 32> returns;
    SmallVector<std::pair<CallBase*, Effect>, 32> calls;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Effect effect = call ? effect_of(*call) : Effect::none;
      if (effect != Effect::none)
        calls.push_back({call, effect});
      else if (announces_returns && isa<ReturnInst>(instruction))
        returns.push_back(&instruction);
    }
    for (Instruction* end : returns) announce_return(end);
    for (auto [call, effect] : calls) announce_call(*call, effect);
  }

  // External code continues when what it has called returns.
  void announce_from_external(Function& function) {
    if (function.hasFnAttribute(Attribute::Naked)) return;
    SmallVector<CallBase*, 8> calls;
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && !isa<IntrinsicInst>(call) && !call->isInlineAsm())
        calls.push_back(call);
    for (CallBase* call : calls) announce(abi::external_memory, nullptr, call);
  }

 private:
  void announce_return(Instruction* end) {
    // Nothing may stand between a call that must be a tail call and its return.
    if (CallInst* last = end->getParent()->getTerminatingMustTailCall()) end = last;
    Function* intrinsic = Intrinsic::getDeclaration(&module_, Intrinsic::returnaddress);
    CallInst* to =
        CallInst::Create(intrinsic, {ConstantInt::get(Type::getInt32Ty(module_.getContext()), 0)},
                         "", end->getIterator());
    announce(abi::external_return, to, end);
  }

  void announce_call(CallBase& call, Effect effect) {
    if (effect == Effect::memory) return announce(abi::external_memory, nullptr, &call);
    if (effect == Effect::assembly) return announce(abi::external_assembly, nullptr, &call);
    const Function* callee = call.getCalledFunction();
    // With -flto, LLVM 19 crashes in its summary of a module where an ifunc is an argument.
    if (isa<GlobalIFunc>(call.getCalledOperand())) return announce(abi::external, nullptr, &call);
    if (!callee) return announce(abi::external_call, call.getCalledOperand(), &call);
    if (callee->doesNotReturn()) return announce(abi::external, nullptr, &call);
    announce(abi::external_named, name_of(*callee), &call);
  }

  void announce(StringRef what, Value* argument, Instruction* before) {
    SmallVector<Type*, 1> types;
    SmallVector<Value*, 1> values;
    if (argument) types.push_back(argument->getType()), values.push_back(argument);
    auto* type = FunctionType::get(Type::getVoidTy(module_.getContext()), types, false);
    CallInst* call = CallInst::Create(module_.getOrInsertFunction(what, type), values, "",
                                      before->getIterator());
    if (DISubprogram* program = before->getFunction()->getSubprogram())
      call->setDebugLoc(DILocation::get(module_.getContext(), program->getLine(), 0, program));
  }

  Constant* name_of(const Function& callee) {
    Constant*& name = names_[&callee];
    if (name) return name;
    Constant* text = ConstantDataArray::getString(
        module_.getContext(), GlobalValue::dropLLVMManglingEscape(callee.getName()));
    auto* variable = new GlobalVariable(module_, text->getType(), true, GlobalValue::PrivateLinkage,
                                        text, "omc.callee");
    variable->setAlignment(Align(4));
    return name = variable;
  }

  Module& module_;
  DenseMap<const Function*, Constant*> names_;
};

}  // namespace

PreservedAnalyses AnnounceExternalCalls::run(Module& module, ModuleAnalysisManager&) {
  Function* hook = module.getFunction(abi::hook);
  if (!hook) return PreservedAnalyses::all();
  FunctionCallee passable = module.getOrInsertFunction(abi::passable_hook, hook->getFunctionType());
  Announcer announcer(module);
  for (Function& function : module) {
    bool is_explored = !is_dispatcher(function) && !is_plain_version(function);
    if (function.isDeclarationForLinker() || !is_explored) continue;
    if (!is_instrumented(function)) {
      announcer.announce_from_external(function);
      continue;
    }
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() == hook)
        call->setCalledFunction(passable);
    announcer.announce_from_instrumented(function);
  }
  return PreservedAnalyses::none();
}

}  // namespace omc::pass
