// Two bodies out of one: the copy of a function, and the function itself under another name.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace omc::pass {

// LLVM's own CloneFunction looks, for each function anew, at all types that can be reached from it,
// to find out which debug information it must leave as it is; in a source with many headers that
// was most of a compilation. Here that is found out once, for all functions that will be copied.
class FunctionCopier {
 public:
  FunctionCopier(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

  // Internal and without a name that matters; the copy has debug information of its own.
  llvm::Function* copy(llvm::Function& function);

 private:
  llvm::ValueToValueMapTy map_;
};

// Moves the body to a new function. What is left is a declaration with the attributes and the name
// that it had.
llvm::Function* move_body(llvm::Function& function);

}  // namespace omc::pass
