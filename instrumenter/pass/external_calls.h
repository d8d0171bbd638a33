// External code is code that is not instrumented. A thread may pass the hooks of invisible
// statements (runtime/steps/invisible_steps.h) only if libomc learns of everything else that it
// does. So this pass announces each call that enters external code, and each return that may lead
// to such code.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

class AnnounceExternalCalls : public llvm::PassInfoMixin<AnnounceExternalCalls> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace omc::pass
