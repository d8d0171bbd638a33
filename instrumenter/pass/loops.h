// Loops that can have fast iterations (pass/fast_iterations.h): innermost loops with an induction
// variable, whose accesses advance by a constant stride, and which call nothing but hooks.
#pragma once

#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

struct CountedLoop {
  struct Hook {
    llvm::CallBase* call;
    bool is_common;  // every iteration passes it
  };
  // The addresses that accesses touch in consecutive iterations.
  struct Stride {
    const llvm::SCEV* address;
    int64_t step;
    uint64_t size;
  };
  struct Access {
    llvm::CallInst* call;
    unsigned stride;
  };
  struct Exit {
    llvm::Instruction* from;
    unsigned successor;
    unsigned common_hooks_passed;
  };
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks;  // the first is the header
  llvm::BasicBlock *preheader, *latch;
  // A pointer or an integer of the program that changes by `step` in each iteration. The checker
  // counts by it: a counter of its own, in a register, would be part of the program's state.
  llvm::PHINode* induction;
  int64_t step;
  llvm::SmallVector<Hook, 4> hooks;
  llvm::SmallVector<Stride, 4> strides;
  llvm::SmallVector<Access, 8> accesses;
  llvm::SmallVector<Exit, 4> exits;
};

// Nothing when the loop has no induction variable, makes a call, or accesses addresses that cannot
// be predicted. Nothing also when an iteration may end other than by an exit of the loop.
std::optional<CountedLoop> find_counted_loop(llvm::Loop& loop, llvm::DominatorTree& dominators,
                                             llvm::LoopInfo& loops,
                                             llvm::ScalarEvolution& evolution);

}  // namespace omc::pass
