#include "pass/loops.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "omc/fast_path.h"
#include "pass/inline_checks.h"

using namespace llvm;

namespace omc::pass {

// ---- Which loops ----

namespace {

class Finding {
 public:
  Finding(Loop& loop, DominatorTree& dominators, ScalarEvolution& evolution)
      : loop_(loop), dominators_(dominators), evolution_(evolution), latch_(loop.getLoopLatch()) {}

  bool find() {
    if (!latch_ || !loop_.isInnermost() || !is_done_seldom() || !find_count()) return false;
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call ? !note_call(*call) : may_trap(instruction)) return false;
      }
      if (!note_exits(block->getTerminator())) return false;
    }
    for (Rounds::Exit& exit : found.exits)
      exit.passed = static_cast<unsigned>(count_if(found.hooks, [&](const Rounds::Hook& hook) {
        return hook.every_round && dominators_.dominates(hook.call, exit.from);
      }));
    found.blocks.assign(loop_.blocks().begin(), loop_.blocks().end());
    found.last = latch_;
    return !found.hooks.empty();
  }

  Rounds found;

 private:
  // A large body is not worth a second one.
  bool is_done_seldom() const {
    size_t size = 0;
    for (BasicBlock* block : loop_.blocks()) size += block->size();
    return size <= 200;
  }

  std::optional<int64_t> step_of(const SCEV* value) const {
    const auto* changing = dyn_cast<SCEVAddRecExpr>(value);
    if (!changing || changing->getLoop() != &loop_ || !changing->isAffine()) return std::nullopt;
    const auto* step = dyn_cast<SCEVConstant>(changing->getStepRecurrence(evolution_));
    constexpr int64_t most = 1 << 20;
    if (!step || step->getAPInt().abs().sgt(most)) return std::nullopt;
    return step->getAPInt().getSExtValue();
  }

  bool find_count() {
    for (PHINode& value : loop_.getHeader()->phis()) {
      Type* type = value.getType();
      if (!type->isPointerTy() && !type->isIntegerTy(32) && !type->isIntegerTy(64)) continue;
      std::optional<int64_t> step = step_of(evolution_.getSCEV(&value));
      if (!step || !*step) continue;
      found.count = &value;
      found.step = *step;
      return true;
    }
    return false;
  }

  // May the thread end here without a word to libomc?
  static bool may_trap(const Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
        return !isa<Constant>(instruction.getOperand(1));
      default:
        return instruction.isAtomic();
    }
  }

  // False when it is a call of which too little is known.
  bool note_call(CallBase& call) {
    bool every_round = dominators_.dominates(call.getParent(), latch_);
    if (is_passing_hook(call)) return found.hooks.push_back({&call, every_round}), true;
    if (is_aligned_access(call)) return every_round && note_access(cast<CallInst>(call));
    return isa<DbgInfoIntrinsic>(call) ||
           (isa<IntrinsicInst>(call) &&
            (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()));
  }

  bool note_access(CallInst& call) {
    const SCEV* address = evolution_.getSCEV(call.getArgOperand(0));
    std::optional<int64_t> step =
        evolution_.isLoopInvariant(address, &loop_) ? 0 : step_of(address);
    if (!step) return false;
    uint64_t size = access_size(call);
    unsigned walk = 0;
    while (walk < found.walks.size() &&
           (found.walks[walk].address != address || found.walks[walk].size != size))
      walk++;
    if (walk == found.walks.size()) found.walks.push_back({address, *step, size});
    found.accesses.push_back({&call, walk});
    return walk < omc_most_walks;
  }

  bool note_exits(Instruction* end) {
    if (const auto* hook = dyn_cast<InvokeInst>(end))  // what leaves there has come by libomc
      return loop_.contains(hook->getNormalDest()) && !loop_.contains(hook->getUnwindDest());
    if (!isa<BranchInst, SwitchInst>(end)) return false;
    for (unsigned i = 0; i < end->getNumSuccessors(); i++)
      if (!loop_.contains(end->getSuccessor(i))) found.exits.push_back({end, i, 0});
    return true;
  }

  Loop& loop_;
  DominatorTree& dominators_;
  ScalarEvolution& evolution_;
  BasicBlock* latch_;
};

}  // namespace

std::optional<Rounds> rounds_of(Loop& loop, DominatorTree& dominators, LoopInfo& loops,
                                ScalarEvolution& evolution) {
  Finding finding(loop, dominators, evolution);
  if (!finding.find()) return std::nullopt;
  finding.found.before = loop.getLoopPreheader();
  if (!finding.found.before)
    finding.found.before = InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
  if (!finding.found.before) return std::nullopt;
  formLCSSA(loop, dominators, &loops,
            &evolution);  // so that what is used behind the loop can come from either kind of round
  return finding.found;
}

// ---- The second body ----
//
//   before -> own rounds <-> turn -> begin -> quick rounds
//                 ^                               |
//                 +------------- end <------------+   (and both leave the loop)

namespace {

class QuickRounds {
 public:
  explicit QuickRounds(const Rounds& r)
      : rounds_(r),
        first_(r.blocks.front()),
        function_(*first_->getParent()),
        module_(*function_.getParent()),
        context_(module_.getContext()) {}

  void add() {
    reset_turn();
    copy_blocks();
    note_walks();
    BasicBlock* begin = add_turn();
    enter_copy(begin);
    for (const Rounds::Exit& exit : rounds_.exits) leave_copy(exit);
    end_copy();
    for (const Rounds::Hook& hook : rounds_.hooks) pass_in_copy(hook);
    for (const Rounds::Access& access : rounds_.accesses) copy_of(access.call)->eraseFromParent();
  }

 private:
  template <class T>
  T* copy_of(T* value) const {
    return cast<T>(copies_.lookup(value));
  }

  BasicBlock* new_block() const { return BasicBlock::Create(context_, "", &function_, first_); }
  Type* word() const { return Type::getInt64Ty(context_); }

  // When the loop is entered, some of its own rounds come first: many loops have few rounds.
  void reset_turn() const {
    IRBuilder<> builder(rounds_.before->getTerminator());
    builder.CreateStore(builder.getInt64(omc_own_rounds),
                        quick_word(module_, offsetof(omc_quick_state, until_turn)));
  }

  void note_walks() const {
    BitVector noted(static_cast<unsigned>(rounds_.walks.size()));
    for (const Rounds::Access& access : rounds_.accesses) {
      if (noted.test(access.walk)) continue;
      noted.set(access.walk);
      IRBuilder<> builder(access.call);
      Constant* place =
          quick_word(module_, offsetof(omc_quick_state, walks) + access.walk * sizeof(uint64_t));
      builder.CreateStore(access.call->getArgOperand(0), place);
    }
  }

  void copy_blocks() {
    for (BasicBlock* block : rounds_.blocks) {
      BasicBlock* copy = CloneBasicBlock(block, copies_, ".quick", &function_);
      copies_[block] = copy;
      copied_.push_back(copy);
    }
    remapInstructionsInBlocks(copied_, copies_);
  }

  // Between two of the loop's own rounds.
  BasicBlock* add_turn() {
    BasicBlock* begin = new_block();
    turn_ = new_block();
    rounds_.last->getTerminator()->replaceSuccessorWith(first_, turn_);
    first_->replacePhiUsesWith(rounds_.last, turn_);
    IRBuilder<> builder(turn_);
    Constant* until = quick_word(module_, offsetof(omc_quick_state, until_turn));
    Value* left = builder.CreateSub(builder.CreateLoad(word(), until), builder.getInt64(1));
    builder.CreateStore(left, until);
    builder.CreateCondBr(builder.CreateIsNull(left), begin, first_,
                         MDBuilder(context_).createUnlikelyBranchWeights());
    return begin;
  }

  void enter_copy(BasicBlock* begin) {
    BasicBlock* first = copy_of(first_);
    IRBuilder<> builder(begin);
    builder.CreateCall(
        function("omc_begin_rounds", {word(), builder.getPtrTy()}),
        {as_word(builder, rounds_.count->getIncomingValueForBlock(turn_)), description()});
    builder.CreateBr(first);
    for (PHINode& value : first_->phis()) {
      auto* copy = cast<PHINode>(copies_.lookup(&value));
      Value* next = value.getIncomingValueForBlock(turn_);
      copy->removeIncomingValue(rounds_.before, false);
      copy->addIncoming(next, begin);
    }
  }

  void leave_copy(const Rounds::Exit& exit) {
    Instruction* from = copy_of(exit.from);
    BasicBlock *target = exit.from->getSuccessor(exit.successor), *between = new_block();
    from->setSuccessor(exit.successor, between);
    IRBuilder<> builder(between);
    end_rounds(builder, exit.passed);
    builder.CreateBr(target);
    for (PHINode& merged : target->phis()) {
      Value* value = merged.getIncomingValueForBlock(exit.from->getParent());
      Value* copy = copies_.lookup(value);
      merged.addIncoming(copy ? copy : value, between);
    }
  }

  // No more quick rounds: at the beginning of one.
  void end_copy() {
    BasicBlock *first = copy_of(first_), *ends = new_block();
    BasicBlock* goes_on = first->splitBasicBlock(first->getFirstInsertionPt());
    first->getTerminator()->eraseFromParent();
    IRBuilder<> builder(first);
    PHINode* count = copy_of(rounds_.count);
    Type* type = Type::getIntNTy(context_, width());
    Value* now = count->getType()->isPointerTy() ? builder.CreatePtrToInt(count, type) : count;
    Value* begin =
        builder.CreateLoad(type, quick_word(module_, offsetof(omc_quick_state, rounds_begin)));
    Value* done = rounds_.step > 0 ? builder.CreateSub(now, begin) : builder.CreateSub(begin, now);
    Value* allowed =
        builder.CreateLoad(type, quick_word(module_, offsetof(omc_quick_state, rounds_allowed)));
    builder.CreateCondBr(builder.CreateICmpUGE(done, allowed), ends, goes_on,
                         MDBuilder(context_).createUnlikelyBranchWeights());
    builder.SetInsertPoint(ends);
    end_rounds(builder, 0);
    builder.CreateBr(first_);
    for (PHINode& value : first_->phis()) value.addIncoming(copies_.lookup(&value), ends);
  }

  void pass_in_copy(const Rounds::Hook& hook) const {
    auto* copy = copy_of(hook.call);
    say_place(*hook.call, copy);
    IRBuilder<> builder(copy);
    if (!hook.every_round) {
      Constant* extra = quick_word(module_, offsetof(omc_quick_state, extra_hooks));
      builder.CreateStore(builder.CreateAdd(builder.CreateLoad(word(), extra), builder.getInt64(1)),
                          extra);
    }
    if (auto* ends = dyn_cast<InvokeInst>(copy)) builder.CreateBr(ends->getNormalDest());
    copy->eraseFromParent();
  }

  void end_rounds(IRBuilder<>& builder, unsigned passed) const {
    builder.CreateCall(function("omc_end_rounds", {word(), word()}),
                       {as_word(builder, copy_of(rounds_.count)), builder.getInt64(passed)});
  }

  // An omc_loop.
  Constant* description() const {
    Type* number = Type::getInt32Ty(context_);
    auto each = count_if(rounds_.hooks, [](const Rounds::Hook& hook) { return hook.every_round; });
    SmallVector<Constant*> parts = {
        ConstantInt::getSigned(word(), rounds_.step), ConstantInt::get(number, width()),
        ConstantInt::get(number, each), ConstantInt::get(number, rounds_.hooks.size()),
        ConstantInt::get(number, rounds_.walks.size())};
    for (const Rounds::Walk& walk : rounds_.walks) {
      parts.push_back(ConstantInt::getSigned(word(), walk.step));
      parts.push_back(ConstantInt::get(word(), walk.size));
    }
    Constant* whole = ConstantStruct::getAnon(parts);
    return new GlobalVariable(module_, whole->getType(), true, GlobalValue::PrivateLinkage, whole,
                              "omc.loop");
  }

  FunctionCallee function(StringRef name, ArrayRef<Type*> arguments) const {
    return module_.getOrInsertFunction(
        name, FunctionType::get(Type::getVoidTy(context_), arguments, false));
  }
  unsigned width() const { return rounds_.count->getType()->isIntegerTy(32) ? 32 : 64; }
  Value* as_word(IRBuilder<>& builder, Value* value) const {
    return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word())
                                           : builder.CreateZExt(value, word());
  }

  const Rounds& rounds_;
  BasicBlock* first_;
  Function& function_;
  Module& module_;
  LLVMContext& context_;
  ValueToValueMapTy copies_;
  SmallVector<BasicBlock*, 8> copied_;
  BasicBlock* turn_ = nullptr;
};

}  // namespace

void add_quick_rounds(const Rounds& rounds) { QuickRounds(rounds).add(); }

}  // namespace omc::pass
