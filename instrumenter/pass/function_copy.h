// Two bodies out of one: the copy of a function, and the function itself under another name.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace omc::pass {

// LLVM's own CloneFunction visits, for each function, all debug information that it reaches, to
// find what must stay shared. In a source with many headers that took most of the compile time.
// This class visits it once for all functions that will be copied.
class FunctionCopier {
 public:
  FunctionCopier(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

  // The copy is internal, and has debug information of its own. The caller names it.
  llvm::Function* copy(llvm::Function& function);

 private:
  llvm::ValueToValueMapTy map_;
};

// Moves the body to a new function. The old function remains as a declaration with its attributes
// and its name.
llvm::Function* move_body(llvm::Function& function);

}  // namespace omc::pass
