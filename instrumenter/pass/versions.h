// Two versions of every instrumented function (pass/version_kind.h), so that a program outside of
// `omc check` runs at the speed of a plain one.
//
// The versions call each other's counterparts directly, so the compiler inlines and optimises
// f.plain as it would without omc. The choice is right wherever it is made: libomc sets omc_awake
// before it calls what is explored, and it calls that by its address, which is the address of f.
// MakeVersions must be the first of all passes, before calls are inlined.
#pragma once

#include "llvm/IR/PassManager.h"

namespace omc::pass {

class MakeVersions : public llvm::PassInfoMixin<MakeVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

// A function that exists for inlining only has such versions too. Where a version was not inlined,
// this pass makes the call one of the function itself again.
class DropInlineOnlyVersions : public llvm::PassInfoMixin<DropInlineOnlyVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace omc::pass
