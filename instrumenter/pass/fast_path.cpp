// All calls and loops of a function are collected before the first one is rewritten. The analyses
// are valid only for the function as it was.
#include "pass/fast_path.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "pass/dead_accesses.h"
#include "pass/fast_iterations.h"
#include "pass/inline_checks.h"
#include "pass/labels.h"
#include "pass/loops.h"
#include "pass/short_lived_values.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {
namespace {

class FastPath {
 public:
  explicit FastPath(Function& function)
      : function_(function),
        dominators_(function),
        loops_(dominators_),
        assumptions_(function),
        library_functions_(Triple(function.getParent()->getTargetTriple())),
        library_(library_functions_, &function),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  void add(bool everywhere) {
    for (Loop* loop : loops_.getLoopsInPreorder()) collect(*loop);
    if (everywhere) collect_accesses_outside_loops();
    for (const CountedLoop& loop : counted_) add_fast_iterations(loop);
    for (CallBase* hook : hooks_) inline_hook(hook);
    // Any other function also runs when nothing is explored, and then there is no shadow memory.
    if (!is_explored_version(function_)) return;
    for (CallInst* access : accesses_) inline_access(access);
  }

 private:
  void collect(Loop& loop) {
    for (BasicBlock* block : loop.blocks()) {
      if (loops_.getLoopFor(block) != &loop) continue;
      for (Instruction& instruction : *block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        if (call && is_passable_hook(*call))
          hooks_.push_back(call);
        else if (call && is_small_access(*call))
          accesses_.push_back(cast<CallInst>(call));
      }
    }
    if (std::optional<CountedLoop> counted =
            find_counted_loop(loop, dominators_, loops_, evolution_))
      counted_.push_back(std::move(*counted));
  }

  void collect_accesses_outside_loops() {
    for (Instruction& instruction : instructions(function_))
      if (auto* call = dyn_cast<CallInst>(&instruction);
          call && !loops_.getLoopFor(call->getParent()) && is_small_access(*call))
        accesses_.push_back(call);
  }

  Function& function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl library_functions_;
  TargetLibraryInfo library_;
  ScalarEvolution evolution_;
  SmallVector<CountedLoop, 8> counted_;
  SmallVector<CallBase*, 64> hooks_;
  SmallVector<CallInst*, 64> accesses_;
};

}  // namespace

PreservedAnalyses AddFastPath::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isDeclaration() || !reports_accesses(function)) continue;
    // Its accesses are instrumented; a second sanitizer pass must not do so again.
    function.removeFnAttr(Attribute::SanitizeThread);
    drop_pretended_uses(function);
    auto short_lived = find_short_lived_values(function);
    FastPath(function).add(everywhere_);
    spill_across_calls(function, short_lived);
    keep_jumps_together(function);
  }
  return PreservedAnalyses::none();
}

}  // namespace omc::pass
