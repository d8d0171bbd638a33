// The last pass over functions that report their accesses: most hooks and accesses in loops get an
// inline check (omc/fast_path.h) instead of a call of libomc. It runs behind the compiler's
// instrumentation of accesses, since it rewrites the calls which that has inserted.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

// Outside of loops a call costs little, and a smaller function compiles sooner. `everywhere` asks
// for inline checks of accesses there as well, for users who optimise for speed.
class AddFastPath : public llvm::PassInfoMixin<AddFastPath> {
 public:
  explicit AddFastPath(bool everywhere) : everywhere_(everywhere) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }

 private:
  bool everywhere_;
};

}  // namespace omc::pass
