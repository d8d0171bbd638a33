#include "ask_first.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "quick_code.h"
#include "rounds.h"
#include "seen.h"

using namespace llvm;

namespace {

constexpr StringRef hook_name = "omc_hook_at", unseen_name = "omc_unseen",
                    unseen_touching_name = "omc_unseen_touching";  // of hooks.h

bool tells_unseen(const Function& function) {
  return function.hasFnAttribute(Attribute::SanitizeThread) || function.hasFnAttribute(has_one_version);
}

// What libomc knows of a call before it is made.
enum class Sight {
  seen,      // whatever it touches is told
  unseen,    // it may do something that others notice; what memory it touches is told, or is its own
  touching,  // it may touch memory of the program, and nobody tells
};

// Hints to the processor, and what orders accesses without being one.
bool is_harmless(const InlineAsm& text) {
  StringRef words = StringRef(text.getAsmString()).trim(" \t\n;");
  for (StringRef harmless : {"", "pause", "rep; nop", "rep nop", "rep;nop", "nop", "mfence", "lfence", "sfence"})
    if (words == harmless) return true;
  return false;
}

Sight sight_of(const CallBase& call) {
  if (isa<IntrinsicInst>(call) || call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return Sight::seen;
  if (const auto* text = dyn_cast<InlineAsm>(call.getCalledOperand())) return is_harmless(*text) ? Sight::seen : Sight::touching;
  const Function* callee = call.getCalledFunction();
  if (!callee) return Sight::unseen;
  if (callee->isDeclaration()) return is_seen_by_libomc(callee->getName()) ? Sight::seen : Sight::unseen;
  if (tells_unseen(*callee) || callee->hasFnAttribute(dispatches)) return Sight::seen;
  return callee->doesNotReturn() ? Sight::unseen : Sight::touching;
}

// Who calls a function that everybody can call, or of which somebody has the address, is not known.
bool returns_anywhere(const Function& function) {
  const Function* known = &function;
  if (StringRef name = function.getName(); name.ends_with(omc_suffix))
    if (const Function* dispatcher = function.getParent()->getFunction(name.drop_back(omc_suffix.size()))) known = dispatcher;
  return known->hasExternalLinkage() || known->hasAddressTaken();
}

}  // namespace

PreservedAnalyses TellUnseen::run(Module& module, ModuleAnalysisManager&) {
  Function* hook = module.getFunction(hook_name);
  if (!hook) return PreservedAnalyses::all();
  FunctionCallee pass_hook = module.getOrInsertFunction(pass_hook_name, hook->getFunctionType());
  Type* nothing = Type::getVoidTy(module.getContext());
  FunctionCallee unseen = module.getOrInsertFunction(unseen_name, nothing);
  FunctionCallee touching = module.getOrInsertFunction(unseen_touching_name, nothing);
  for (Function& function : module) {
    if (function.isDeclaration() || !tells_unseen(function)) continue;
    bool tells_return = returns_anywhere(function);
    SmallVector<std::pair<Instruction*, FunctionCallee>, 32> tell_before;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call && call->getCalledFunction() == hook) call->setCalledFunction(pass_hook);
      Sight sight = call ? sight_of(*call) : Sight::seen;
      if (sight != Sight::seen) tell_before.push_back({call, sight == Sight::touching ? touching : unseen});
      else if (tells_return && isa<ReturnInst>(instruction)) tell_before.push_back({&instruction, unseen});
    }
    for (auto [instruction, what] : tell_before) {
      // Nothing may stand between a call that must be a tail call and its return.
      if (isa<ReturnInst>(instruction) && instruction->getParent()->getTerminatingMustTailCall())
        instruction = instruction->getParent()->getTerminatingMustTailCall();
      CallInst* told = CallInst::Create(what, {}, "", instruction->getIterator());
      if (DISubprogram* program = function.getSubprogram())
        told->setDebugLoc(DILocation::get(function.getContext(), program->getLine(), 0, program));
    }
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses AskFirst::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(Attribute::SanitizeThread)) continue;
    function.removeFnAttr(Attribute::SanitizeThread);  // it has all that it asks for
    // Elsewhere a call is cheap enough, and a smaller function is compiled sooner.
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    SmallVector<Rounds, 8> counted;
    SmallVector<CallBase*, 64> hooks;
    SmallVector<CallInst*, 64> accesses;
    for (Loop* loop : loops.getLoopsInPreorder()) {
      if (std::optional<Rounds> rounds = rounds_of(*loop, dominators, loops)) counted.push_back(std::move(*rounds));
      else
        for (BasicBlock* block : loop->blocks()) {
          if (loops.getLoopFor(block) != loop) continue;
          for (Instruction& instruction : *block) {
            auto* call = dyn_cast<CallBase>(&instruction);
            if (call && is_passing_hook(*call)) hooks.push_back(call);
            else if (call && is_aligned_access(*call)) accesses.push_back(cast<CallInst>(call));
          }
        }
    }
    for (const Rounds& rounds : counted) count_rounds(rounds);
    for (CallBase* hook : hooks) pass_hook_inline(hook);
    for (CallInst* access : accesses) access_inline(access);
  }
  return PreservedAnalyses::none();
}
