// Which functions tell libomc what they access.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// Says of each function what -fsanitize=thread would: that its accesses count. The flag itself
// would be seen by the source, which then calls functions of a sanitizer that is not there
// (__has_feature(thread_sanitizer)).
void count_accesses(llvm::Module& module);

}  // namespace omc::pass
