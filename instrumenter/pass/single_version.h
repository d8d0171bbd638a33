// Functions that need no second version, because it would be the same as the first.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace omc::pass {

// The function that a call is sure to reach, where that has a body here; else null. What a
// definition that may be replaced at link time does is not known yet.
llvm::Function* known_callee(const llvm::CallBase& call);

// Those of `functions` in which nothing is told to libomc, and neither in what they are sure to
// call. Only functions that are not optimised are looked at: another would be inlined into each of
// both versions of its callers, and can be inlined into those of one kind only.
llvm::SmallPtrSet<const llvm::Function*, 32> alike(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace omc::pass
