// Short-lived values: values that a block computes and uses up again, with a call in between.
//
// The compiler keeps such a value in a register that calls preserve. There it remains after its
// last use, as part of the state. Of two threads that execute `n++` under a lock, each would keep
// the n that it has read, so each order would end in another state. So a slot in the frame
// holds the value during the call, and is cleared right after it. A value that lives across many
// calls has its slot all the time: a function may have thousands of such pairs of value and call,
// and code for each would take the compiler minutes.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

struct ShortLivedValue {
  llvm::Instruction* value;
  llvm::Instruction* last_use;
  llvm::SmallVector<llvm::CallInst*, 2> calls;  // in between
  size_t first_call;                            // its number in the function
};

// Must be called while the function's blocks are whole; they may be split before
// spill_across_calls. It spills the values that live across many calls itself, and returns the
// others.
llvm::SmallVector<ShortLivedValue, 16> find_short_lived_values(llvm::Function& function);
void spill_across_calls(llvm::Function& function, llvm::ArrayRef<ShortLivedValue> values);

}  // namespace omc::pass
