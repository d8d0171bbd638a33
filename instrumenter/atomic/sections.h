// The pass of --omc-mode=atomic. Statements are executed inside a critical section, and code
// without hooks outside of it (runtime/atomic/section.h). So a function that such code may call
// enters and leaves, and a call that may lead to such code leaves and enters.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::atomic_pass {

class MakeSections : public llvm::PassInfoMixin<MakeSections> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace omc::atomic_pass
