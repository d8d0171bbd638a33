// A pass that undoes speculated loads. An optimiser turns a load from one of two addresses into two
// loads, of which it selects a value (InstCombine and SROA do so, even for sanitizers). The program
// does not access the memory that was not selected, and to report it would be a false data race.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

// Must run before accesses are reported, and before the pretended uses are dropped: every load of
// the source has such a use, and a speculated one has none.
class UndoSpeculatedLoads : public llvm::PassInfoMixin<UndoSpeculatedLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace omc::pass
