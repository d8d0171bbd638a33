#include "pass/external_calls.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "pass/dead_accesses.h"
#include "pass/inline_checks.h"
#include "pass/interposed_functions.h"
#include "pass/labels.h"
#include "pass/loops.h"
#include "pass/missing_accesses.h"
#include "pass/short_lived_values.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {

namespace {

constexpr StringRef hook_name = "omc_hook_at", unseen_name = "omc_unseen",
                    unseen_return_name = "omc_unseen_return", unseen_call_name = "omc_unseen_call",
                    unseen_named_name = "omc_unseen_named",
                    unseen_touching_name = "omc_unseen_touching",
                    unseen_assembly_name = "omc_unseen_assembly";  // of hooks.h

bool tells_unseen(const Function& function) {
  return reports_accesses(function) || has_single_version(function);
}

// What libomc knows of a call before it is made.
enum class Sight {
  seen,    // whatever it touches is told
  unseen,  // it may do something that others notice; what memory it touches is told, or is its own
  touching,  // it may touch memory of the program, and nobody tells
  assembly,  // the same, and it may be an operation that synchronises
};

// Hints to the processor, and what orders accesses without being one.
bool is_harmless(const InlineAsm& text) {
  StringRef words = StringRef(text.getAsmString()).trim(" \t\n;");
  for (StringRef harmless :
       {"", "pause", "rep; nop", "rep nop", "rep;nop", "nop", "mfence", "lfence", "sfence"})
    if (words == harmless) return true;
  return false;
}

Sight sight_of(const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return touches_unknown_memory(*intrinsic) ? Sight::touching : Sight::seen;
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return Sight::seen;
  if (const auto* text = dyn_cast<InlineAsm>(call.getCalledOperand()))
    return is_harmless(*text) ? Sight::seen : Sight::assembly;
  const Function* callee = call.getCalledFunction();
  if (!callee) return Sight::unseen;
  if (callee->isDeclaration())
    return is_seen_by_libomc(callee->getName()) ? Sight::seen : Sight::unseen;
  if (tells_unseen(*callee) || is_dispatcher(*callee)) return Sight::seen;
  return callee->doesNotReturn() ? Sight::unseen : Sight::touching;
}

// Who calls a function that everybody can call, or of which somebody has the address, is not known.
bool returns_anywhere(const Function& function) {
  const Function* known = &function;
  if (StringRef name = function.getName(); name.ends_with(omc_suffix))
    if (const Function* dispatcher =
            function.getParent()->getFunction(name.drop_back(omc_suffix.size())))
      known = dispatcher;
  return known->hasExternalLinkage() || known->hasAddressTaken();
}

class Telling {
 public:
  explicit Telling(Module& module)
      : module_(module), nothing_(Type::getVoidTy(module.getContext())) {}

  void tell_all_of(Function& function) {
    bool tells_return = returns_anywhere(function);
    SmallVector<Instruction*, 32> returns;
    SmallVector<std::pair<CallBase*, Sight>, 32> calls;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Sight sight = call ? sight_of(*call) : Sight::seen;
      if (sight != Sight::seen)
        calls.push_back({call, sight});
      else if (tells_return && isa<ReturnInst>(instruction))
        returns.push_back(&instruction);
    }
    for (Instruction* end : returns) tell_return(end);
    for (auto [call, sight] : calls) tell_call(*call, sight);
  }

  // Code that is not instrumented goes on when what it has called returns.
  void tell_calls_of(Function& unseen) {
    if (unseen.hasFnAttribute(Attribute::Naked)) return;
    SmallVector<CallBase*, 8> calls;
    for (Instruction& instruction : instructions(unseen))
      if (auto* call = dyn_cast<CallBase>(&instruction);
          call && !isa<IntrinsicInst>(call) && !call->isInlineAsm())
        calls.push_back(call);
    for (CallBase* call : calls) tell(unseen_touching_name, nullptr, call);
  }

 private:
  void tell_return(Instruction* end) {
    // Nothing may stand between a call that must be a tail call and its return.
    if (CallInst* last = end->getParent()->getTerminatingMustTailCall()) end = last;
    Function* asks = Intrinsic::getDeclaration(&module_, Intrinsic::returnaddress);
    CallInst* to =
        CallInst::Create(asks, {ConstantInt::get(Type::getInt32Ty(module_.getContext()), 0)}, "",
                         end->getIterator());
    tell(unseen_return_name, to, end);
  }

  void tell_call(CallBase& call, Sight sight) {
    if (sight == Sight::touching) return tell(unseen_touching_name, nullptr, &call);
    if (sight == Sight::assembly) return tell(unseen_assembly_name, nullptr, &call);
    const Function* callee = call.getCalledFunction();
    // LLVM 19 crashes over the summary that -flto makes of a module where this address is an
    // argument.
    if (isa<GlobalIFunc>(call.getCalledOperand())) return tell(unseen_name, nullptr, &call);
    if (!callee) return tell(unseen_call_name, call.getCalledOperand(), &call);
    if (callee->doesNotReturn()) return tell(unseen_name, nullptr, &call);
    tell(unseen_named_name, name_of(*callee), &call);
  }

  // Put before `instruction`.
  void tell(StringRef what, Value* of, Instruction* instruction) {
    SmallVector<Type*, 1> types;
    SmallVector<Value*, 1> values;
    if (of) types.push_back(of->getType()), values.push_back(of);
    CallInst* told = CallInst::Create(
        module_.getOrInsertFunction(what, FunctionType::get(nothing_, types, false)), values, "",
        instruction->getIterator());
    if (DISubprogram* program = instruction->getFunction()->getSubprogram())
      told->setDebugLoc(DILocation::get(module_.getContext(), program->getLine(), 0, program));
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
  Type* nothing_;
  DenseMap<const Function*, Constant*> names_;
};

}  // namespace

PreservedAnalyses TellUnseen::run(Module& module, ModuleAnalysisManager&) {
  Function* hook = module.getFunction(hook_name);
  if (!hook) return PreservedAnalyses::all();
  FunctionCallee pass_hook = module.getOrInsertFunction(pass_hook_name, hook->getFunctionType());
  Telling telling(module);
  for (Function& function : module) {
    bool not_explored = is_dispatcher(function) || is_plain_version(function);
    if (function.isDeclarationForLinker() || not_explored) continue;
    if (!tells_unseen(function)) {
      telling.tell_calls_of(function);
      continue;
    }
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() == hook)
        call->setCalledFunction(pass_hook);
    telling.tell_all_of(function);
  }
  return PreservedAnalyses::none();
}

namespace {

class Asking {
 public:
  explicit Asking(Function& function)
      : function_(function),
        dominators_(function),
        loops_(dominators_),
        assumptions_(function),
        known_(Triple(function.getParent()->getTargetTriple())),
        library_(known_, &function),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  void ask(bool everywhere) {
    SmallVector<Rounds, 8> quick;
    SmallVector<CallBase*, 64> hooks;
    SmallVector<CallInst*, 64> accesses;
    for (Loop* loop : loops_.getLoopsInPreorder()) {
      for (BasicBlock* block : loop->blocks()) {
        if (loops_.getLoopFor(block) != loop) continue;
        for (Instruction& instruction : *block) {
          auto* call = dyn_cast<CallBase>(&instruction);
          if (call && is_passing_hook(*call))
            hooks.push_back(call);
          else if (call && is_aligned_access(*call))
            accesses.push_back(cast<CallInst>(call));
        }
      }
      if (std::optional<Rounds> rounds = rounds_of(*loop, dominators_, loops_, evolution_))
        quick.push_back(std::move(*rounds));
    }
    if (everywhere)
      for (Instruction& instruction : instructions(function_))
        if (auto* call = dyn_cast<CallInst>(&instruction);
            call && !loops_.getLoopFor(call->getParent()) && is_aligned_access(*call))
          accesses.push_back(call);
    for (const Rounds& rounds : quick) add_quick_rounds(rounds);
    for (CallBase* hook : hooks) pass_hook_inline(hook);
    if (!is_explored_version(function_))
      return;  // it runs when nothing is explored, too: there are no marks then
    for (CallInst* access : accesses) access_inline(access);
  }

 private:
  Function& function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl known_;
  TargetLibraryInfo library_;
  ScalarEvolution evolution_;
};

}  // namespace

PreservedAnalyses AskFirst::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isDeclaration() || !reports_accesses(function)) continue;
    function.removeFnAttr(Attribute::SanitizeThread);  // it has all that it asks for
    drop_what_was_kept(function);
    auto momentary = momentary_values(function);
    Asking(function).ask(everywhere_);
    lay_aside(function, momentary);
    keep_jumps_together(function);
  }
  return PreservedAnalyses::none();
}

}  // namespace omc::pass
