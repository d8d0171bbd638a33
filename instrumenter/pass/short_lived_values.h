// Values that a block computes and uses up again, with a call in between.
//
// The compiler keeps such a value in a register that calls preserve. There it stays when nobody
// needs it any more, and is part of the state: of two threads that do `n++` under a lock each would
// remember the n that it has seen, and what they do would not come to the same in any order. So
// across the call the value lies in a place of its own, which is cleared as soon as the call is
// back. A value that lives across many calls lies there all the time: a function of a thousand
// statements may have a thousand of those, and what is done at each call for each of them would
// take the compiler minutes.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

struct Momentary {
  llvm::Instruction* value;
  llvm::Instruction* last;                      // that uses it
  llvm::SmallVector<llvm::CallInst*, 2> calls;  // in between
  size_t first_call;                            // its number in the function
};

// To be asked while the function's blocks are whole. They may be split before `lay_aside`. Of those
// that live across many calls nothing is left to do.
llvm::SmallVector<Momentary, 16> momentary_values(llvm::Function& function);
void lay_aside(llvm::Function& function, llvm::ArrayRef<Momentary> values);

}  // namespace omc::pass
