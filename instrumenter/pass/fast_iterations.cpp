//   preheader -> slow iterations <-> between -> begin -> fast iterations
//                      ^                                      |
//                      +---------------- end <----------------+   (both bodies leave the loop)
#include "pass/fast_iterations.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "pass/abi.h"
#include "pass/inline_checks.h"

using namespace llvm;

namespace omc::pass {
namespace {

class FastIterations {
 public:
  explicit FastIterations(const CountedLoop& loop)
      : loop_(loop),
        header_(loop.blocks.front()),
        function_(*header_->getParent()),
        module_(*function_.getParent()),
        context_(module_.getContext()) {}

  void add() {
    reset_slow_iterations();
    copy_blocks();
    record_strides();
    BasicBlock* begin = count_slow_iterations();
    enter_copy(begin);
    for (const CountedLoop::Exit& exit : loop_.exits) leave_copy(exit);
    check_range();
    for (const CountedLoop::Hook& hook : loop_.hooks) pass_in_copy(hook);
    for (const CountedLoop::Access& access : loop_.accesses)
      copy_of(access.call)->eraseFromParent();
  }

 private:
  template <class T>
  T* copy_of(T* value) const {
    return cast<T>(copies_.lookup(value));
  }

  BasicBlock* new_block() const { return BasicBlock::Create(context_, "", &function_, header_); }
  Type* word() const { return Type::getInt64Ty(context_); }
  Constant* field(size_t offset) const { return abi::fast_path_field(module_, offset); }

  void reset_slow_iterations() const {
    IRBuilder<> builder(loop_.preheader->getTerminator());
    builder.CreateStore(builder.getInt64(omc_first_slow_iterations),
                        field(offsetof(omc_fast_path_state, slow_iterations_left)));
  }

  // Slow iterations record which address each stride has reached.
  void record_strides() const {
    BitVector recorded(static_cast<unsigned>(loop_.strides.size()));
    for (const CountedLoop::Access& access : loop_.accesses) {
      if (recorded.test(access.stride)) continue;
      recorded.set(access.stride);
      size_t offset =
          offsetof(omc_fast_path_state, stride_addresses) + access.stride * sizeof(uint64_t);
      IRBuilder<>(access.call).CreateStore(access.call->getArgOperand(0), field(offset));
    }
  }

  void copy_blocks() {
    for (BasicBlock* block : loop_.blocks) {
      BasicBlock* copy = CloneBasicBlock(block, copies_, ".fast", &function_);
      copies_[block] = copy;
      copied_.push_back(copy);
    }
    remapInstructionsInBlocks(copied_, copies_);
  }

  // Between two slow iterations.
  BasicBlock* count_slow_iterations() {
    BasicBlock* begin = new_block();
    between_ = new_block();
    loop_.latch->getTerminator()->replaceSuccessorWith(header_, between_);
    header_->replacePhiUsesWith(loop_.latch, between_);
    IRBuilder<> builder(between_);
    Constant* counter = field(offsetof(omc_fast_path_state, slow_iterations_left));
    Value* left = builder.CreateSub(builder.CreateLoad(word(), counter), builder.getInt64(1));
    builder.CreateStore(left, counter);
    builder.CreateCondBr(builder.CreateIsNull(left), begin, header_,
                         MDBuilder(context_).createUnlikelyBranchWeights());
    return begin;
  }

  void enter_copy(BasicBlock* begin) {
    BasicBlock* header = copy_of(header_);
    IRBuilder<> builder(begin);
    Value* next_induction = loop_.induction->getIncomingValueForBlock(between_);
    builder.CreateCall(abi::begin_fast_iterations(module_),
                       {as_word(builder, next_induction), description()});
    builder.CreateBr(header);
    for (PHINode& value : header_->phis()) {
      auto* copy = cast<PHINode>(copies_.lookup(&value));
      Value* next = value.getIncomingValueForBlock(between_);
      copy->removeIncomingValue(loop_.preheader, false);
      copy->addIncoming(next, begin);
    }
  }

  void leave_copy(const CountedLoop::Exit& exit) {
    Instruction* from = copy_of(exit.from);
    BasicBlock *target = exit.from->getSuccessor(exit.successor), *end = new_block();
    from->setSuccessor(exit.successor, end);
    IRBuilder<> builder(end);
    call_end(builder, exit.common_hooks_passed);
    builder.CreateBr(target);
    for (PHINode& merged : target->phis()) {
      Value* value = merged.getIncomingValueForBlock(exit.from->getParent());
      Value* copy = copies_.lookup(value);
      merged.addIncoming(copy ? copy : value, end);
    }
  }

  // A fast iteration begins by checking whether it may be one. If not, a slow iteration follows.
  void check_range() {
    BasicBlock *header = copy_of(header_), *end = new_block();
    BasicBlock* body = header->splitBasicBlock(header->getFirstInsertionPt());
    header->getTerminator()->eraseFromParent();
    IRBuilder<> builder(header);
    PHINode* induction = copy_of(loop_.induction);
    Type* type = Type::getIntNTy(context_, width());
    Value* now =
        induction->getType()->isPointerTy() ? builder.CreatePtrToInt(induction, type) : induction;
    Value* begin = builder.CreateLoad(type, field(offsetof(omc_fast_path_state, fast_begin)));
    Value* distance =
        loop_.step > 0 ? builder.CreateSub(now, begin) : builder.CreateSub(begin, now);
    Value* range = builder.CreateLoad(type, field(offsetof(omc_fast_path_state, fast_range)));
    builder.CreateCondBr(builder.CreateICmpUGE(distance, range), end, body,
                         MDBuilder(context_).createUnlikelyBranchWeights());
    builder.SetInsertPoint(end);
    call_end(builder, 0);
    builder.CreateBr(header_);
    for (PHINode& value : header_->phis()) value.addIncoming(copies_.lookup(&value), end);
  }

  void pass_in_copy(const CountedLoop::Hook& hook) const {
    auto* copy = copy_of(hook.call);
    record_site(*hook.call, copy);
    IRBuilder<> builder(copy);
    if (!hook.is_common) {
      Constant* extra = field(offsetof(omc_fast_path_state, extra_hooks));
      builder.CreateStore(builder.CreateAdd(builder.CreateLoad(word(), extra), builder.getInt64(1)),
                          extra);
    }
    if (auto* invoke = dyn_cast<InvokeInst>(copy)) builder.CreateBr(invoke->getNormalDest());
    copy->eraseFromParent();
  }

  void call_end(IRBuilder<>& builder, unsigned common_hooks_passed) const {
    builder.CreateCall(
        abi::end_fast_iterations(module_),
        {as_word(builder, copy_of(loop_.induction)), builder.getInt64(common_hooks_passed)});
  }

  // An omc_loop.
  Constant* description() const {
    Type* number = Type::getInt32Ty(context_);
    auto common =
        count_if(loop_.hooks, [](const CountedLoop::Hook& hook) { return hook.is_common; });
    SmallVector<Constant*> parts = {
        ConstantInt::getSigned(word(), loop_.step), ConstantInt::get(number, width()),
        ConstantInt::get(number, common), ConstantInt::get(number, loop_.hooks.size()),
        ConstantInt::get(number, loop_.strides.size())};
    for (const CountedLoop::Stride& stride : loop_.strides) {
      parts.push_back(ConstantInt::getSigned(word(), stride.step));
      parts.push_back(ConstantInt::get(word(), stride.size));
    }
    Constant* whole = ConstantStruct::getAnon(parts);
    return new GlobalVariable(module_, whole->getType(), true, GlobalValue::PrivateLinkage, whole,
                              "omc.loop");
  }

  unsigned width() const { return loop_.induction->getType()->isIntegerTy(32) ? 32 : 64; }
  Value* as_word(IRBuilder<>& builder, Value* value) const {
    return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, word())
                                           : builder.CreateZExt(value, word());
  }

  const CountedLoop& loop_;
  BasicBlock* header_;
  Function& function_;
  Module& module_;
  LLVMContext& context_;
  ValueToValueMapTy copies_;
  SmallVector<BasicBlock*, 8> copied_;
  BasicBlock* between_ = nullptr;
};

}  // namespace

void add_fast_iterations(const CountedLoop& loop) { FastIterations(loop).add(); }

}  // namespace omc::pass
