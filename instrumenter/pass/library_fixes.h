// Fixes of libraries that break the letter of the standard, but work on every machine.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// std::atomic<std::shared_ptr> of libstdc++ 12 releases its lock with a relaxed operation. That
// makes every access under the lock a data race, which the user cannot repair. Later versions use
// memory_order_release, and this function makes it so.
void fix_atomic_shared_ptr(llvm::Module& module);

}  // namespace omc::pass
