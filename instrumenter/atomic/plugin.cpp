// omc-atomic.so, a plugin of the compiler for --omc-mode=atomic.
#include "atomic/sections.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "omc-atomic", "1", [](PassBuilder& builder) {
        builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
          passes.addPass(omc::atomic_pass::MakeSections());
        });
      }};
}
