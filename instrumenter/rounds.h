// Loops that count their rounds instead of their hooks (runtime/quick.h): a number that is counted down in memory is the
// slowest part of a small loop. The rounds are told by what the program itself counts, because a number of the checker in a
// register would be part of the state.
#pragma once

#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

struct Rounds {
  // `passed`: how many of the hooks that every round passes have been passed there.
  struct Hook {
    llvm::CallBase* call;
    unsigned passed;
    bool every_round;
  };
  struct Access {
    llvm::CallInst* call;
    unsigned passed;
  };
  struct Exit {
    llvm::Instruction* from;
    unsigned successor, passed;
  };
  llvm::PHINode* count;  // of the program: a pointer or a number that changes by `step` in each round
  int64_t step;
  llvm::BasicBlock* before;
  unsigned each;  // hooks that every round passes
  llvm::SmallVector<Hook, 4> hooks;
  llvm::SmallVector<Access, 8> accesses;
  llvm::SmallVector<Exit, 4> exits;
};

// Null when the loop counts nothing, calls something, or may end in the middle of a round otherwise than by leaving.
std::optional<Rounds> rounds_of(llvm::Loop& loop, llvm::DominatorTree& dominators, llvm::LoopInfo& loops);
void count_rounds(const Rounds& rounds);
