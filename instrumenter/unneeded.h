// What a program does and nobody needs: a load whose value goes nowhere, a store to memory that is freed next or that is
// never read, a block of the heap that only this function knows. An optimiser takes it away, and with it the data race or
// the use of freed memory that it is. In the version that is explored it stays.
#pragma once

#include "llvm/IR/Module.h"

// To be called before anything is optimised, with functions that tell their accesses.
void keep_unneeded(llvm::ArrayRef<llvm::Function*> functions);
// When all accesses have been told: what is told stays, and nobody needs the rest.
void drop_what_was_kept(llvm::Function& function);
