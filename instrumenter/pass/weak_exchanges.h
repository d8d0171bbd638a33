// compare_exchange_weak may fail without reason. ThreadSanitizer's pass reports it like the strong
// one, so the explored version asks libomc first (omc_weak_fails). When it is to fail, it only
// loads.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// Must run before any optimisation. `functions` are the explored versions.
void let_weak_exchanges_fail(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace omc::pass
