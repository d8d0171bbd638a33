#include "pass/inline_checks.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass/abi.h"

using namespace llvm;

namespace omc::pass {
namespace {

// An omc_site.
Constant* site_of(const CallBase& hook) {
  auto* function = const_cast<Function*>(hook.getFunction());
  SmallVector<Constant*, 4> parts;
  for (const Use& argument : hook.args()) parts.push_back(cast<Constant>(argument));
  parts.push_back(function);
  Constant* site = ConstantStruct::getAnon(parts);
  return new GlobalVariable(*function->getParent(), site->getType(), true,
                            GlobalValue::PrivateLinkage, site, "omc.site");
}

// Gives the call of a hook an alternative. The thread stops in the call; where it passes, `passes`
// is executed instead. The call may end its block: in a function with cleanups it is an invoke.
class HookBranch {
 public:
  explicit HookBranch(CallBase* hook) : before(hook->getParent()) {
    Function& function = *hook->getFunction();
    stops_ = SplitBlock(before, hook);
    auto* invoke = dyn_cast<InvokeInst>(hook);
    BasicBlock* after = invoke ? invoke->getNormalDest() : SplitBlock(stops_, hook->getNextNode());
    passes = BasicBlock::Create(function.getContext(), "", &function, stops_);
    BranchInst::Create(after, passes);
    for (PHINode& merged : after->phis())
      merged.addIncoming(merged.getIncomingValueForBlock(stops_), passes);
    before->getTerminator()->eraseFromParent();
  }

  // Must be called once: until then, `before` has no terminator.
  void stop_if(Value* condition) {
    IRBuilder<>(before).CreateCondBr(condition, stops_, passes,
                                     MDBuilder(before->getContext()).createUnlikelyBranchWeights());
  }

  BasicBlock *before, *passes;

 private:
  BasicBlock* stops_;
};

}  // namespace

bool is_passable_hook(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName() == abi::passable_hook &&
         all_of(call.args(), [](const Use& argument) { return isa<Constant>(argument); });
}

bool is_small_access(const CallBase& call) {
  uint64_t size = abi::access_size(call);
  return isa<CallInst>(call) && size && size <= omc_line_size;
}

void record_site(const CallBase& hook, Instruction* before) {
  Constant* last =
      abi::fast_path_field(*before->getModule(), offsetof(omc_fast_path_state, last_site));
  IRBuilder<>(before).CreateStore(site_of(hook), last);
}

void inline_hook(CallBase* call) {
  HookBranch branch(call);
  IRBuilder<> builder(branch.before);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  Type* word = builder.getInt64Ty();
  Constant* left =
      abi::fast_path_field(*call->getModule(), offsetof(omc_fast_path_state, hooks_left));
  branch.stop_if(builder.CreateIsNull(builder.CreateLoad(word, left)));
  builder.SetInsertPoint(branch.passes->getTerminator());
  // A second load, because a value of the checker must not live in the program from one block to
  // the next.
  builder.CreateStore(builder.CreateSub(builder.CreateLoad(word, left), builder.getInt64(1)), left);
  record_site(*call, branch.passes->getTerminator());
}

void inline_access(CallInst* call) {
  IRBuilder<> builder(call);
  Type* word = builder.getInt64Ty();
  // A signed shift, so that addresses such as -1, by which some functions report failure, have a
  // mark too. It is always zero.
  Value* line = builder.CreateAShr(builder.CreatePtrToInt(call->getArgOperand(0), word),
                                   Log2_32(omc_line_size));
  Value* mark = builder.CreateIntToPtr(builder.CreateAdd(line, builder.getInt64(omc_marks)),
                                       builder.getPtrTy());
  MDNode* unlikely = MDBuilder(call->getContext()).createUnlikelyBranchWeights();
  Value* must_call = builder.CreateIsNull(builder.CreateLoad(builder.getInt8Ty(), mark));
  call->moveBefore(SplitBlockAndInsertIfThen(must_call, call->getIterator(), false, unlikely));
}

}  // namespace omc::pass
