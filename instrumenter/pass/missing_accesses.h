// A pass for what the compiler's instrumentation of accesses leaves out. It comes before that.
#pragma once

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

namespace omc::pass {

class TellUntold : public llvm::PassInfoMixin<TellUntold> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

// An instruction of the processor that touches memory in a way which nobody here knows.
bool touches_unknown_memory(const llvm::IntrinsicInst& call);

}  // namespace omc::pass
