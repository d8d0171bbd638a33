#include "pass/inline_checks.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "omc/fast_path.h"

using namespace llvm;

namespace omc::pass {

namespace {

StringRef name_of_callee(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

// The statement of a hook, for omc_quick.place.
Constant* site_of(const CallBase& hook) {
  auto* function = const_cast<Function*>(hook.getFunction());
  SmallVector<Constant*, 4> parts;
  for (const Use& argument : hook.args()) parts.push_back(cast<Constant>(argument));
  parts.push_back(function);
  Constant* site = ConstantStruct::getAnon(parts);
  return new GlobalVariable(*function->getParent(), site->getType(), true,
                            GlobalValue::PrivateLinkage, site, "omc.site");
}

}  // namespace

bool is_passing_hook(const CallBase& call) {
  return name_of_callee(call) == pass_hook_name &&
         all_of(call.args(), [](const Use& argument) { return isa<Constant>(argument); });
}

uint64_t access_size(const CallBase& call) {
  StringRef name = name_of_callee(call);
  if (!name.consume_front("__tsan_read") && !name.consume_front("__tsan_write")) return 0;
  uint64_t size;
  return name.getAsInteger(10, size) ? 0 : size;
}

bool is_aligned_access(const CallBase& call) {
  uint64_t size = access_size(call);
  return isa<CallInst>(call) && size && size <= omc_line_size;
}

Constant* quick_word(Module& module, size_t offset) {
  Type* byte = Type::getInt8Ty(module.getContext());
  Constant* whole =
      module.getOrInsertGlobal("omc_quick", ArrayType::get(byte, sizeof(omc_quick_state)));
  return ConstantExpr::getGetElementPtr(
      byte, whole, ConstantInt::get(Type::getInt64Ty(module.getContext()), offset));
}

void say_place(const CallBase& hook, Instruction* before) {
  IRBuilder<> builder(before);
  builder.CreateStore(site_of(hook),
                      quick_word(*before->getModule(), offsetof(omc_quick_state, place)));
}

// A thread may leave at a hook, so in a function with something to clean up the call ends its
// block.
HookFork::HookFork(CallBase* hook) : before(hook->getParent()) {
  Function& function = *hook->getFunction();
  stops_ = SplitBlock(before, hook);
  auto* ends = dyn_cast<InvokeInst>(hook);
  BasicBlock* after = ends ? ends->getNormalDest() : SplitBlock(stops_, hook->getNextNode());
  passes = BasicBlock::Create(function.getContext(), "", &function, stops_);
  BranchInst::Create(after, passes);
  for (PHINode& merged : after->phis())
    merged.addIncoming(merged.getIncomingValueForBlock(stops_), passes);
  before->getTerminator()->eraseFromParent();
}

void HookFork::choose(Value* stops) {
  IRBuilder<>(before).CreateCondBr(stops, stops_, passes,
                                   MDBuilder(before->getContext()).createUnlikelyBranchWeights());
}

void pass_hook_inline(CallBase* call) {
  HookFork fork(call);
  IRBuilder<> builder(fork.before);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  Type* word = builder.getInt64Ty();
  Constant* left = quick_word(*call->getModule(), offsetof(omc_quick_state, hooks_left));
  fork.choose(builder.CreateIsNull(builder.CreateLoad(word, left)));
  builder.SetInsertPoint(fork.passes->getTerminator());
  // Loaded again: a number of the checker must not stay in a place of the program from one block to
  // the next.
  builder.CreateStore(builder.CreateSub(builder.CreateLoad(word, left), builder.getInt64(1)), left);
  say_place(*call, fork.passes->getTerminator());
}

void access_inline(CallInst* call) {
  IRBuilder<> builder(call);
  Type* word = builder.getInt64Ty();
  // With its sign, because addresses such as -1, which some functions fail with, must come to the
  // call, too.
  Value* line = builder.CreateAShr(builder.CreatePtrToInt(call->getArgOperand(0), word),
                                   Log2_32(omc_line_size));
  Value* mark = builder.CreateIntToPtr(builder.CreateAdd(line, builder.getInt64(omc_marks)),
                                       builder.getPtrTy());
  MDNode* seldom = MDBuilder(call->getContext()).createUnlikelyBranchWeights();
  Value* unknown = builder.CreateIsNull(builder.CreateLoad(builder.getInt8Ty(), mark));
  call->moveBefore(SplitBlockAndInsertIfThen(unknown, call->getIterator(), false, seldom));
}

}  // namespace omc::pass
