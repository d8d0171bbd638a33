#include "ask_first.h"

#include "../runtime/quick.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "seen.h"
#include "untold.h"

using namespace llvm;

namespace {

constexpr StringRef hook_name = "omc_hook_at", pass_hook_name = "omc_pass_hook_at", unseen_name = "omc_unseen",
                    unseen_touching_name = "omc_unseen_touching";  // of hooks.h
constexpr StringRef hooks_left_name = "omc_hooks_left", place_name = "omc_place", lines_name = "omc_lines";  // of quick.h

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
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return touches_unknown_memory(*intrinsic) ? Sight::touching : Sight::seen;
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return Sight::seen;
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

// ---- What instrumented code does without a call (runtime/quick.h) ----

namespace {

// Puts `call` into a branch that is taken where `condition` holds, which is seldom.
void call_only_if(Value* condition, CallInst* call) {
  MDNode* seldom = MDBuilder(call->getContext()).createUnlikelyBranchWeights();
  Instruction* branch = SplitBlockAndInsertIfThen(condition, call->getIterator(), false, seldom);
  call->moveBefore(branch);
}

// Counts down and says where it is; calls when there is nothing to count down. A thread may leave at a hook, so in a
// function with something to clean up the call ends its block.
void pass_hook_inline(CallBase* call, Function& function) {
  Module& module = *function.getParent();
  auto* file = dyn_cast<Constant>(call->getArgOperand(0));
  auto* line = dyn_cast<ConstantInt>(call->getArgOperand(1));
  auto* column = dyn_cast<ConstantInt>(call->getArgOperand(2));
  if (!file || !line || !column) return;
  Constant* site = ConstantStruct::getAnon({file, line, column, &function});
  auto* place = new GlobalVariable(module, site->getType(), true, GlobalValue::PrivateLinkage, site, "omc.site");

  BasicBlock* before = call->getParent();
  BasicBlock* stops = SplitBlock(before, call);
  BasicBlock* after = isa<InvokeInst>(call) ? cast<InvokeInst>(call)->getNormalDest() : SplitBlock(stops, call->getNextNode());
  BasicBlock* passes = BasicBlock::Create(module.getContext(), "", &function, stops);
  for (PHINode& merged : after->phis()) merged.addIncoming(merged.getIncomingValueForBlock(stops), passes);

  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  Type* word = builder.getInt64Ty();
  Constant* left = module.getOrInsertGlobal(hooks_left_name, word);
  builder.CreateCondBr(builder.CreateIsNull(builder.CreateLoad(word, left)), stops, passes,
                       MDBuilder(module.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(passes);
  // Loaded again: a number of the checker must not stay in a place of the program from one block to the next.
  builder.CreateStore(builder.CreateSub(builder.CreateLoad(word, left), builder.getInt64(1)), left);
  builder.CreateStore(place, module.getOrInsertGlobal(place_name, builder.getPtrTy()));
  builder.CreateBr(after);
}

// Calls when the line of memory is not one that is known.
void access_inline(CallInst* call) {
  Module& module = *call->getModule();
  IRBuilder<> builder(call);
  Type* word = builder.getInt64Ty();
  Type* table = ArrayType::get(word, omc_line_count);
  Value* line = builder.CreateLShr(builder.CreatePtrToInt(call->getArgOperand(0), word), Log2_32(omc_line_size));
  Value* place = builder.CreateAnd(line, omc_line_count - 1);
  Value* entry = builder.CreateGEP(table, module.getOrInsertGlobal(lines_name, table), {builder.getInt64(0), place});
  call_only_if(builder.CreateICmpNE(builder.CreateLoad(word, entry), line), call);
}

// Those that lie in one line.
bool is_aligned_access(StringRef name) {
  if (!name.consume_front("__tsan_read") && !name.consume_front("__tsan_write")) return false;
  unsigned size;
  return !name.getAsInteger(10, size) && size <= omc_line_size;
}

}  // namespace

PreservedAnalyses AskFirst::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(Attribute::SanitizeThread)) continue;
    function.removeFnAttr(Attribute::SanitizeThread);  // it has all that it asks for
    // Elsewhere a call is cheap enough, and a smaller function is compiled sooner.
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    SmallVector<CallBase*, 64> hooks;
    SmallVector<CallInst*, 64> accesses;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !loops.getLoopFor(call->getParent())) continue;
      if (callee->getName() == pass_hook_name) hooks.push_back(call);
      else if (isa<CallInst>(call) && is_aligned_access(callee->getName())) accesses.push_back(cast<CallInst>(call));
    }
    for (CallBase* hook : hooks) pass_hook_inline(hook, function);
    for (CallInst* access : accesses) access_inline(access);
  }
  return PreservedAnalyses::none();
}
