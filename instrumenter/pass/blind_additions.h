// A pass that marks atomic additions whose result the program does not use. Two of these commute,
// so the reduced search takes one order of them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

// Must follow ThreadSanitizerPass, which turns additions into calls.
class MarkBlindAdditions : public llvm::PassInfoMixin<MarkBlindAdditions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace omc::pass
