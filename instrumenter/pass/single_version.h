// Functions that need a single version, because both versions would be the same code.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"

namespace omc::pass {

// The function that a call is certain to reach, or null. A definition that may be replaced at link
// time is not certain.
llvm::Function* known_callee(const llvm::CallBase& call);

// Those of `functions` that report no access, and that call only such functions among `functions`.
// The result has no optimised function: those are inlined into both versions of their callers, and
// a function of one version may be inlined only into callers of the same kind.
llvm::SmallPtrSet<const llvm::Function*, 32> single_version_functions(
    llvm::ArrayRef<llvm::Function*> functions);

}  // namespace omc::pass
