#include "rounds.h"

#include "../runtime/quick.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "quick_code.h"

using namespace llvm;

namespace {

// ---- Which loops ----

// By how much it changes in each round; nothing when it is not a count.
std::optional<int64_t> step_of(const PHINode& value, BasicBlock* latch) {
  const auto* next = dyn_cast<Instruction>(value.getIncomingValueForBlock(latch));
  if (!next) return std::nullopt;
  if (const auto* pointer = dyn_cast<GetElementPtrInst>(next)) {
    const DataLayout& layout = value.getModule()->getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(value.getType()), 0);
    if (pointer->getPointerOperand() != &value || !pointer->accumulateConstantOffset(layout, offset)) return std::nullopt;
    return offset.getSExtValue();
  }
  bool is_count = value.getType()->isIntegerTy(32) || value.getType()->isIntegerTy(64);
  if (!is_count || next->getOpcode() != Instruction::Add || next->getOperand(0) != &value) return std::nullopt;
  const auto* step = dyn_cast<ConstantInt>(next->getOperand(1));
  return step ? std::optional(step->getSExtValue()) : std::nullopt;
}

bool find_count(const Loop& loop, Rounds& rounds) {
  for (PHINode& value : loop.getHeader()->phis()) {
    std::optional<int64_t> step = step_of(value, loop.getLoopLatch());
    constexpr int64_t most = 1 << 20;
    if (!step || !*step || *step > most || *step < -most) continue;
    rounds.count = &value;
    rounds.step = *step;
    return true;
  }
  return false;
}

// May the thread end here without a word to libomc?
bool may_trap(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::UDiv: case Instruction::SDiv: case Instruction::URem: case Instruction::SRem:
      return !isa<Constant>(instruction.getOperand(1));
    default: return false;
  }
}

// Takes note of a call; false when it is one of which nothing is known.
bool note_call(CallBase& call, Rounds& rounds) {
  if (is_passing_hook(call)) rounds.hooks.push_back({&call, 0, false});
  else if (is_aligned_access(call)) rounds.accesses.push_back({cast<CallInst>(&call), 0});
  else return isa<IntrinsicInst>(call) && (call.doesNotAccessMemory() || isa<DbgInfoIntrinsic>(call) ||
                                        call.onlyAccessesInaccessibleMemory());
  return true;
}

}  // namespace

std::optional<Rounds> rounds_of(Loop& loop, DominatorTree& dominators, LoopInfo& loops) {
  Rounds rounds;
  BasicBlock* latch = loop.getLoopLatch();
  if (!latch || !loop.isInnermost() || !find_count(loop, rounds)) return std::nullopt;
  for (BasicBlock* block : loop.blocks()) {
    for (Instruction& instruction : *block) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call ? !note_call(*call, rounds) : may_trap(instruction)) return std::nullopt;
    }
    Instruction* end = block->getTerminator();
    if (const auto* hook = dyn_cast<InvokeInst>(end)) {
      if (!loop.contains(hook->getNormalDest()) || loop.contains(hook->getUnwindDest())) return std::nullopt;
      continue;  // what leaves there has come by libomc
    }
    if (!isa<BranchInst, SwitchInst>(end)) return std::nullopt;
    for (unsigned i = 0; i < end->getNumSuccessors(); i++)
      if (!loop.contains(end->getSuccessor(i))) rounds.exits.push_back({end, i, 0});
  }
  if (rounds.hooks.empty()) return std::nullopt;
  rounds.before = loop.getLoopPreheader();
  if (!rounds.before) rounds.before = InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
  if (!rounds.before) return std::nullopt;

  for (Rounds::Hook& hook : rounds.hooks) hook.every_round = dominators.dominates(hook.call->getParent(), latch);
  auto passed_at = [&](const Instruction* here) {
    return static_cast<unsigned>(count_if(rounds.hooks, [&](const Rounds::Hook& hook) {
      return hook.every_round && hook.call != here && dominators.dominates(hook.call, here);
    }));
  };
  for (Rounds::Hook& hook : rounds.hooks) hook.passed = passed_at(hook.call);
  for (Rounds::Access& access : rounds.accesses) access.passed = passed_at(access.call);
  for (Rounds::Exit& exit : rounds.exits) exit.passed = passed_at(exit.from);
  rounds.each = static_cast<unsigned>(count_if(rounds.hooks, [](const Rounds::Hook& hook) { return hook.every_round; }));
  return rounds;
}

// ---- What they do ----

namespace {

class Counting {
 public:
  explicit Counting(const Rounds& r) : rounds_(r), module_(*r.count->getModule()), context_(module_.getContext()) {
    Type* number = Type::getInt32Ty(context_);
    Constant* loop = ConstantStruct::getAnon({ConstantInt::getSigned(word(), r.step), ConstantInt::get(number, width()),
                                              ConstantInt::get(number, r.each),
                                              ConstantInt::get(number, r.hooks.size())});
    loop_ = new GlobalVariable(module_, loop->getType(), true, GlobalValue::PrivateLinkage, loop, "omc.loop");
  }

  void begin(Value* count, unsigned passed, Instruction* before) const {
    IRBuilder<> builder(before);
    Type* arguments[] = {word(), builder.getPtrTy(), word()};
    FunctionCallee callee = module_.getOrInsertFunction("omc_begin_rounds", FunctionType::get(builder.getVoidTy(), arguments, false));
    builder.CreateCall(callee, {as_word(builder, count), loop_, builder.getInt64(passed)});
  }
  void end(unsigned passed, Instruction* before) const {
    IRBuilder<> builder(before);
    Type* arguments[] = {word(), word()};
    FunctionCallee callee = module_.getOrInsertFunction("omc_end_rounds", FunctionType::get(builder.getVoidTy(), arguments, false));
    builder.CreateCall(callee, {as_word(builder, rounds_.count), builder.getInt64(passed)});
  }

  // The hook calls when no more rounds are allowed.
  void pass(const Rounds::Hook& hook) const {
    HookFork fork(hook.call);
    IRBuilder<> builder(fork.before);
    Type* type = Type::getIntNTy(context_, width());
    Value* now = rounds_.count->getType()->isPointerTy() ? builder.CreatePtrToInt(rounds_.count, type) : rounds_.count;
    Value* begin = builder.CreateLoad(type, quick_word(module_, offsetof(omc_quick_state, rounds_begin)));
    Value* done = rounds_.step > 0 ? builder.CreateSub(now, begin) : builder.CreateSub(begin, now);
    Value* allowed = builder.CreateLoad(type, quick_word(module_, offsetof(omc_quick_state, rounds_allowed)));
    fork.choose(builder.CreateICmpUGE(done, allowed));
    builder.SetInsertPoint(fork.passes->getTerminator());
    if (!hook.every_round) {
      Constant* extra = quick_word(module_, offsetof(omc_quick_state, extra_hooks));
      builder.CreateStore(builder.CreateAdd(builder.CreateLoad(word(), extra), builder.getInt64(1)), extra);
    }
    say_place(*hook.call, fork.passes->getTerminator());
    surround(hook.call, hook.passed, hook.passed + hook.every_round);
  }

  void access(const Rounds::Access& access) const {
    access_inline(access.call);
    surround(access.call, access.passed, access.passed);
  }

  void leave(const Rounds::Exit& exit) const {
    BasicBlock* between = SplitCriticalEdge(exit.from, exit.successor);
    if (!between) between = exit.from->getSuccessor(exit.successor);
    end(exit.passed, &*between->getFirstInsertionPt());
  }

 private:
  // libomc counts hooks, not rounds, when it is called.
  void surround(CallBase* call, unsigned passed, unsigned passed_then) const {
    end(passed, call);
    constexpr unsigned normal = 0;
    Instruction* next = isa<InvokeInst>(call) ? SplitCriticalEdge(call, normal)->getTerminator() : call->getNextNode();
    begin(rounds_.count, passed_then, next);
  }

  Type* word() const { return Type::getInt64Ty(context_); }
  unsigned width() const { return rounds_.count->getType()->isIntegerTy(32) ? 32 : 64; }
  Value* as_word(IRBuilder<>& builder, Value* value) const {
    return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word()) : builder.CreateZExt(value, word());
  }

  const Rounds& rounds_;
  Module& module_;
  LLVMContext& context_;
  GlobalVariable* loop_;
};

}  // namespace

void count_rounds(const Rounds& rounds) {
  Counting counting(rounds);
  for (const Rounds::Exit& exit : rounds.exits) counting.leave(exit);
  for (const Rounds::Hook& hook : rounds.hooks) counting.pass(hook);
  for (const Rounds::Access& access : rounds.accesses) counting.access(access);
  counting.begin(rounds.count->getIncomingValueForBlock(rounds.before), 0, rounds.before->getTerminator());
}
