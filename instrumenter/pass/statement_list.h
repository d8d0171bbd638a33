// The statements with a hook of a module, listed in its object: for coverage, which names those
// that never ran.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// The list stands in a section that is not loaded. It is a sequence of files: the path with a final
// NUL, pairs of line and column as ULEB128, and a 0.
void list_statements(llvm::Module& module);

}  // namespace omc::pass
