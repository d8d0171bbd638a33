// omc-versions.so, a plugin of the compiler: which passes of omc run, and when.
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include "pass/blind_additions.h"
#include "pass/external_calls.h"
#include "pass/fast_path.h"
#include "pass/missing_accesses.h"
#include "pass/speculated_loads.h"
#include "pass/versions.h"

using namespace llvm;

namespace omc::pass {

static void register_passes(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(MakeVersions()); });
  builder.registerOptimizerEarlyEPCallback([](ModulePassManager& passes, OptimizationLevel) {
    passes.addPass(DropInlineOnlyVersions());
  });
  // The compiler runs its own sanitizer passes only after the plugins' last ones, and AddFastPath
  // must follow ThreadSanitizerPass. So the plugin runs that as well.
  builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    passes.addPass(AnnounceExternalCalls());
    passes.addPass(createModuleToFunctionPassAdaptor(UndoSpeculatedLoads()));
    passes.addPass(createModuleToFunctionPassAdaptor(ReportMissingAccesses()));
    passes.addPass(createModuleToFunctionPassAdaptor(ThreadSanitizerPass()));
    passes.addPass(createModuleToFunctionPassAdaptor(MarkBlindAdditions()));
    bool for_speed = level.getSpeedupLevel() >= 2 && !level.getSizeLevel();
    passes.addPass(AddFastPath(for_speed));
  });
}

}  // namespace omc::pass

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "omc-versions", "1", omc::pass::register_passes};
}
