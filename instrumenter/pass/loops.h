// Loops in which most rounds need nothing of libomc (runtime/quick.h): the round is compiled a
// second time, without hooks and without telling of accesses, for the rounds that are known to
// touch what they may. The rounds are told by what the program itself counts, because a number of
// the checker in a register would be part of the state.
#pragma once

#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

struct Rounds {
  struct Hook {
    llvm::CallBase* call;
    bool every_round;
  };
  // What the rounds touch one after the other.
  struct Walk {
    const llvm::SCEV* address;
    int64_t step;
    uint64_t size;
  };
  struct Access {
    llvm::CallInst* call;
    unsigned walk;
  };
  struct Exit {
    llvm::Instruction* from;
    unsigned successor;
    unsigned passed;  // how many of the hooks that every round passes
  };
  llvm::SmallVector<llvm::BasicBlock*, 8> blocks;  // the first one is where a round begins
  llvm::BasicBlock *before, *last;
  llvm::PHINode*
      count;  // of the program: a pointer or a number that changes by `step` in each round
  int64_t step;
  llvm::SmallVector<Hook, 4> hooks;
  llvm::SmallVector<Walk, 4> walks;
  llvm::SmallVector<Access, 8> accesses;
  llvm::SmallVector<Exit, 4> exits;
};

// Null when the loop counts nothing, calls something, touches what can't be foretold, or may end in
// the middle of a round otherwise than by leaving.
std::optional<Rounds> rounds_of(llvm::Loop& loop, llvm::DominatorTree& dominators,
                                llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution);
// What is left of the loop, its own rounds, still has to ask for each hook and access.
void add_quick_rounds(const Rounds& rounds);

}  // namespace omc::pass
