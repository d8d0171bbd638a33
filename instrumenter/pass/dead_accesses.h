// What a program does and nobody needs: a load whose value goes nowhere, a copy of which only a
// part is used, a store to memory that is freed next or that is never read, a block of the heap
// that only this function knows. An optimiser takes it away, and with it the data race or the use
// of freed memory that it is. In the version that is explored it stays.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// To be called before anything is optimised, with functions that tell their accesses.
void keep_unneeded(llvm::ArrayRef<llvm::Function*> functions);
// The object of which all is read here, with its size as the second argument, when the instruction
// is the mark of a copy: whether the copy is still there or not. Else null.
llvm::Value* copied_object(const llvm::Instruction& instruction);
// When all accesses have been told: what is told stays, and nobody needs the rest.
void drop_what_was_kept(llvm::Function& function);

}  // namespace omc::pass
