// Where a library is wrong by the letter of the standard and right on every machine.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// std::atomic<std::shared_ptr> of libstdc++ 12 leaves its lock with a relaxed operation, so what
// happens under the lock is a data race, which no user can do anything about. Later versions
// release.
void mend_atomic_shared_ptr(llvm::Module& module);

}  // namespace omc::pass
