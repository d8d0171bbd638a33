// Passes for the version of a function that is explored: what it can do without a call of libomc
// (runtime/steps/invisible_steps.h, omc/fast_path.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

// A thread may pass the hooks of statements that nobody can notice
// (runtime/steps/invisible_steps.h) if it is told of the rest: of calls into code that is not
// instrumented, and of returns that may lead there.
class TellUnseen : public llvm::PassInfoMixin<TellUnseen> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

// In loops most hooks and accesses need no call; elsewhere a call is cheap, and a smaller function
// is compiled sooner, unless the user would rather have it fast. This comes behind the compiler's
// instrumentation of accesses, which is why that is run from here.
class AskFirst : public llvm::PassInfoMixin<AskFirst> {
 public:
  explicit AskFirst(bool everywhere) : everywhere_(everywhere) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }

 private:
  bool everywhere_;
};

}  // namespace omc::pass
