// A pass that reports the accesses which the compiler's own instrumentation (ThreadSanitizerPass)
// leaves out. It must run before that.
#pragma once

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

namespace omc::pass {

class ReportMissingAccesses : public llvm::PassInfoMixin<ReportMissingAccesses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

// Whether a processor intrinsic accesses memory that this pass cannot determine.
bool accesses_unknown_memory(const llvm::IntrinsicInst& call);

}  // namespace omc::pass
