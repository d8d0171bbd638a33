// Inline assembly whose meaning the passes know by its text.
#pragma once

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

namespace omc::pass {

// A full memory fence: mfence, or a locked operation on the stack that changes nothing.
bool is_fence(const llvm::InlineAsm& assembly);

// Has no effect that another thread could notice, a fence included.
bool is_harmless(const llvm::InlineAsm& assembly);

// Adds a seq_cst fence to each side of a fence in assembly: that is what libomc gets reported.
void add_fences(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace omc::pass
