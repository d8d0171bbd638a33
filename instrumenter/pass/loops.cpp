#include "pass/loops.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "pass/abi.h"
#include "pass/inline_checks.h"

using namespace llvm;

namespace omc::pass {
namespace {

class LoopFinder {
 public:
  LoopFinder(Loop& loop, DominatorTree& dominators, ScalarEvolution& evolution)
      : loop_(loop), dominators_(dominators), evolution_(evolution), latch_(loop.getLoopLatch()) {}

  bool find() {
    if (!latch_ || !loop_.isInnermost() || !is_small() || !find_induction()) return false;
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call ? !add_call(*call) : may_end_thread(instruction)) return false;
      }
      if (!add_exits(block->getTerminator())) return false;
    }
    for (CountedLoop::Exit& exit : found.exits)
      exit.common_hooks_passed =
          static_cast<unsigned>(count_if(found.hooks, [&](const CountedLoop::Hook& hook) {
            return hook.is_common && dominators_.dominates(hook.call, exit.from);
          }));
    found.blocks.assign(loop_.blocks().begin(), loop_.blocks().end());
    found.latch = latch_;
    return !found.hooks.empty();
  }

  CountedLoop found;

 private:
  // A second copy of a large body is not worth its size.
  bool is_small() const {
    size_t size = 0;
    for (BasicBlock* block : loop_.blocks()) size += block->size();
    return size <= 200;
  }

  std::optional<int64_t> step_of(const SCEV* value) const {
    const auto* changing = dyn_cast<SCEVAddRecExpr>(value);
    if (!changing || changing->getLoop() != &loop_ || !changing->isAffine()) return std::nullopt;
    const auto* step = dyn_cast<SCEVConstant>(changing->getStepRecurrence(evolution_));
    constexpr int64_t largest = 1 << 20;
    if (!step || step->getAPInt().abs().sgt(largest)) return std::nullopt;
    return step->getAPInt().getSExtValue();
  }

  bool find_induction() {
    for (PHINode& value : loop_.getHeader()->phis()) {
      Type* type = value.getType();
      if (!type->isPointerTy() && !type->isIntegerTy(32) && !type->isIntegerTy(64)) continue;
      std::optional<int64_t> step = step_of(evolution_.getSCEV(&value));
      if (!step || !*step) continue;
      found.induction = &value;
      found.step = *step;
      return true;
    }
    return false;
  }

  // Whether the thread may end in this instruction, or do in it what libomc must know of.
  static bool may_end_thread(const Instruction& instruction) {
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

  // False when a fast iteration may not make the call.
  bool add_call(CallBase& call) {
    bool is_common = dominators_.dominates(call.getParent(), latch_);
    if (is_passable_hook(call)) return found.hooks.push_back({&call, is_common}), true;
    if (is_small_access(call)) return is_common && add_access(cast<CallInst>(call));
    return isa<DbgInfoIntrinsic>(call) ||
           (isa<IntrinsicInst>(call) &&
            (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()));
  }

  bool add_access(CallInst& call) {
    const SCEV* address = evolution_.getSCEV(call.getArgOperand(0));
    std::optional<int64_t> step =
        evolution_.isLoopInvariant(address, &loop_) ? 0 : step_of(address);
    if (!step) return false;
    uint64_t size = abi::access_size(call);
    unsigned stride = 0;
    while (stride < found.strides.size() &&
           (found.strides[stride].address != address || found.strides[stride].size != size))
      stride++;
    if (stride == found.strides.size()) found.strides.push_back({address, *step, size});
    found.accesses.push_back({&call, stride});
    return stride < omc_max_strides;
  }

  bool add_exits(Instruction* end) {
    if (const auto* hook = dyn_cast<InvokeInst>(end))  // an exception here comes from libomc
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

std::optional<CountedLoop> find_counted_loop(Loop& loop, DominatorTree& dominators, LoopInfo& loops,
                                             ScalarEvolution& evolution) {
  LoopFinder finder(loop, dominators, evolution);
  if (!finder.find()) return std::nullopt;
  BasicBlock* preheader = loop.getLoopPreheader();
  if (!preheader) preheader = InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
  if (!preheader) return std::nullopt;
  finder.found.preheader = preheader;
  // In this form, a value that is used behind the loop can come from either of two bodies.
  formLCSSA(loop, dominators, &loops, &evolution);
  return finder.found;
}

}  // namespace omc::pass
