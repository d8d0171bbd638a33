// omc-versions.so, a pass of the compiler: every instrumented function is compiled twice, so that a
// program outside of `omc check` runs at the speed of a plain one.
//
//   f        what everybody outside of this file calls: goes on in f.omc when omc_awake, else in
//   f.plain f.omc    tells libomc each access and each statement f.plain  the function as it would
//   be without omc
//
// The versions call each other's like without asking again, so the compiler inlines and optimises
// f.plain as it would without omc. The choice is right wherever it is made: libomc wakes before it
// calls what is explored, and calls that by its address, which is the address of f. So this happens
// first of all passes, and before calls are inlined.
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "pass/dead_accesses.h"
#include "pass/external_calls.h"
#include "pass/function_copy.h"
#include "pass/labels.h"
#include "pass/library_fixes.h"
#include "pass/missing_accesses.h"
#include "pass/sanitize_attribute.h"
#include "pass/single_version.h"
#include "pass/version_kind.h"

using namespace llvm;

namespace omc::pass {

namespace {

constexpr StringRef awake_name = "omc_awake", done_name = "omc_done_at";  // of hooks.h
// On a version of a function whose body is for inlining only: the function that is called where it
// was not inlined.
constexpr StringRef stands_for = "omc-stands-for";

struct Versions {
  Function* plain;
  Function* omc;
};
using VersionMap = MapVector<Function*, Versions>;

class MakeVersions : public PassInfoMixin<MakeVersions> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

// A version for inlining only that was not inlined everywhere becomes the function itself again.
class DropLeftOvers : public PassInfoMixin<DropLeftOvers> {
 public:
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

bool keep_labels_single(Function& function);
bool can_have_versions(Function& function);
bool has_object_on_stack(const Function& function);
Versions make_versions(Function& function, FunctionCopier& copier);
void forget_done(Function& plain);
void settle_awake(Function& version, Value& awake, bool is_awake);
void call_own_kind(Function& caller, const VersionMap& versions, bool plain);
void dispatch(Function& function, Versions to, Value& awake);
void drop_unused(Function& function);
void split(Module& module, ArrayRef<Function*> chosen, Value& awake);

PreservedAnalyses MakeVersions::run(Module& module, ModuleAnalysisManager&) {
  count_accesses(module);
  mend_atomic_shared_ptr(module);
  Constant* awake = module.getOrInsertGlobal(awake_name, Type::getInt32Ty(module.getContext()));
  for (Function& function : module)
    if (keep_labels_single(function)) settle_awake(function, *awake, true);

  SmallPtrSet<const Function*, 4> resolvers;
  for (const GlobalIFunc& ifunc : module.ifuncs()) resolvers.insert(ifunc.getResolverFunction());
  SmallVector<Function*, 64> chosen;
  for (Function& function : module)
    if (can_have_versions(function) && !resolvers.contains(&function)) chosen.push_back(&function);
  auto same = alike(chosen);
  for (Function* function : chosen)
    if (same.contains(function))
      function->removeFnAttr(Attribute::SanitizeThread),
          function->addFnAttr(single_version_attribute);
  erase_if(chosen, [&](Function* function) { return same.contains(function); });
  split(module, chosen, *awake);
  SmallVector<Function*, 64> telling;
  for (Function& function : module)
    if (!function.isDeclaration() && (reports_accesses(function) || has_single_version(function)))
      telling.push_back(&function);
  keep_unneeded(telling);
  return PreservedAnalyses::none();
}

void split(Module& module, ArrayRef<Function*> chosen, Value& awake) {
  FunctionCopier copier(module, chosen);
  VersionMap versions;
  for (Function* function : chosen) versions.insert({function, make_versions(*function, copier)});
  for (auto& [function, made] : versions) {
    forget_done(*made.plain);
    settle_awake(*made.plain, awake, false);
    settle_awake(*made.omc, awake, true);
    dispatch(*function, made, awake);
  }
  for (auto& [function, made] : versions) {
    call_own_kind(*made.plain, versions, true);
    call_own_kind(*made.omc, versions, false);
  }
  for (Function* function : chosen) drop_unused(*function);
}

// A label in assembler text that is not numbered anew for each copy of the text can be there only
// once.
bool has_label(const InlineAsm& text) {
  StringRef rest = text.getAsmString();
  if (rest.contains("${:uid}")) return false;
  for (size_t colon; (colon = rest.find(':')) != StringRef::npos; rest = rest.substr(colon + 1)) {
    StringRef word = rest.take_front(colon).rtrim();
    word = word.take_back(word.size() - (word.find_last_of(" \t\n;") + 1));
    unsigned number;
    bool is_register = word.contains('%') || word.contains('$');
    if (!word.empty() && !is_register && word.getAsInteger(10, number)) return true;
  }
  return false;
}

// The versions of its callers are twice as many as its author knows of: what LLVM would inline into
// the only one, or specialise for it, would be there twice. Nor may a hook have branches here: LLVM
// copies what follows them.
bool keep_labels_single(Function& function) {
  bool found = false;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    auto* text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!text || !has_label(*text)) continue;
    call->addFnAttr(Attribute::NoDuplicate);
    found = true;
  }
  return found;
}

bool can_be_copied(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return true;
  return !call->cannotDuplicate();
}

// The others are instrumented as they are, and ask omc_awake at each statement and libomc at each
// access. A coroutine goes on after others have run, so it can not choose once.
bool can_have_versions(Function& function) {
  if (function.isDeclaration() || !reports_accesses(function)) return false;
  if (function.hasFnAttribute(Attribute::Naked) ||
      function.hasFnAttribute(Attribute::ReturnsTwice) || function.hasFnAttribute("thunk") ||
      function.isPresplitCoroutine())
    return false;
  if (function.getCallingConv() != CallingConv::C && function.getCallingConv() != CallingConv::Fast)
    return false;
  for (const Argument& argument : function.args())
    if (argument.hasInAllocaAttr() || argument.hasPreallocatedAttr()) return false;
  // Only a tail call hands on arguments that nobody has counted.
  if (function.isVarArg() && has_object_on_stack(function)) return false;
  return labels_stay_inside(function) && all_of(instructions(function), can_be_copied);
}

// An `inline` function of C need not be defined anywhere as long as all its calls are inlined, and
// those of the plain version are when they would be without omc. Its instrumented version, which is
// larger, stays in any case. The instances of an `extern template` are in some library.
GlobalValue::LinkageTypes linkage_of_version(const Function& function, StringRef suffix) {
  bool is_inline_of_c =
      function.hasAvailableExternallyLinkage() && !function.getName().starts_with("_Z");
  return is_inline_of_c && suffix == omc_suffix ? GlobalValue::InternalLinkage
                                                : function.getLinkage();
}

// A definition that the linker merges with those of other objects has versions that it merges as
// well.
void be_version(Function* version, const Function& function, StringRef suffix) {
  version->setName(function.getName() + suffix);
  version->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  switch (linkage_of_version(function, suffix)) {
    case GlobalValue::AvailableExternallyLinkage:
      version->setLinkage(GlobalValue::AvailableExternallyLinkage);
      version->addFnAttr(stands_for, function.getName());
      break;
    case GlobalValue::LinkOnceODRLinkage:
    case GlobalValue::WeakODRLinkage:
      version->setLinkage(GlobalValue::LinkOnceODRLinkage);
      version->setVisibility(GlobalValue::HiddenVisibility);
      version->setComdat(version->getParent()->getOrInsertComdat(version->getName()));
      break;
    default:
      version->setVisibility(GlobalValue::DefaultVisibility);
      version->setLinkage(GlobalValue::InternalLinkage);
  }
  version->setDSOLocal(version->hasLocalLinkage() || version->hasHiddenVisibility());
}

Versions make_versions(Function& function, FunctionCopier& copier) {
  Function* plain = copier.copy(function);
  be_version(plain, function, plain_suffix);
  plain->removeFnAttr(Attribute::SanitizeThread);
  Function* omc = move_body(function);
  be_version(omc, function, omc_suffix);
  // A profile and what it covers is that of the program as it is, so it is counted in the plain
  // version alone.
  omc->addFnAttr(Attribute::NoProfile);
  return {plain, omc};
}

// It would tell a libomc that is asleep, and so does nothing.
void forget_done(Function& plain) {
  for (Instruction& instruction : make_early_inc_range(instructions(plain))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == done_name) call->eraseFromParent();
  }
}

// A version knows what omc_awake is: it stays the same as long as a function runs. So a hook is a
// call in one version and nothing in the other. This is done here, and not later by the optimiser,
// because programs are compiled without one as well, and because a branch at each statement is what
// an optimiser would spend its time on.
void settle_awake(Function& version, Value& awake, bool is_awake) {
  SmallVector<Instruction*, 32> asked, expected;
  for (Instruction& instruction : instructions(version)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (load && load->getPointerOperand() == &awake) asked.push_back(load);
  }
  for (Instruction* load : asked)
    replaceAndRecursivelySimplify(load, ConstantInt::get(load->getType(), is_awake));
  for (Instruction& instruction : instructions(version)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::expect &&
        isa<Constant>(call->getArgOperand(0)))
      expected.push_back(call);
  }
  for (Instruction* call : expected) replaceAndRecursivelySimplify(call, call->getOperand(0));
  if (asked.empty()) return;
  for (BasicBlock& block : version) ConstantFoldTerminator(&block, true);
  removeUnreachableBlocks(version);
  for (BasicBlock& block : make_early_inc_range(version)) MergeBlockIntoPredecessor(&block);
}

bool has_object_on_stack(const Function& function) {
  return any_of(function.args(), [](const Argument& argument) { return argument.hasByValAttr(); });
}

void go_on_in(Function& version, Function& from, BasicBlock& block) {
  IRBuilder<> builder(&block);
  if (DISubprogram* program = from.getSubprogram())
    builder.SetCurrentDebugLocation(
        DILocation::get(from.getContext(), program->getScopeLine(), 0, program));
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : from.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&version, arguments);
  call->setCallingConv(from.getCallingConv());
  // LLVM 19 passes an object on the stack wrongly in such a call when it does not optimise.
  call->setTailCallKind(has_object_on_stack(from) ? CallInst::TCK_NoTail : CallInst::TCK_MustTail);
  AttributeList all = from.getAttributes();
  SmallVector<AttributeSet, 8> of_arguments;
  for (unsigned i = 0; i < from.arg_size(); i++) of_arguments.push_back(all.getParamAttrs(i));
  call->setAttributes(
      AttributeList::get(from.getContext(), AttributeSet(), all.getRetAttrs(), of_arguments));
  call->setIsNoInline();  // always_inline: in here, a version would tell nothing
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

// A body that is for inlining only is not needed any more: its versions are inlined.
void dispatch(Function& function, Versions to, Value& awake) {
  if (function.hasAvailableExternallyLinkage()) return function.deleteBody();
  function.removeFnAttr(Attribute::SanitizeThread);
  function.addFnAttr(dispatcher_attribute);
  function.addFnAttr(Attribute::NoProfile);
  LLVMContext& context = function.getContext();
  BasicBlock* entry = BasicBlock::Create(context, "", &function);
  BasicBlock* plain = BasicBlock::Create(context, "plain", &function);
  BasicBlock* omc = BasicBlock::Create(context, "omc", &function);
  IRBuilder<> builder(entry);
  Value* is_awake = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), &awake));
  builder.CreateCondBr(is_awake, omc, plain, MDBuilder(context).createUnlikelyBranchWeights());
  go_on_in(*to.plain, function, *plain);
  go_on_in(*to.omc, function, *omc);
}

void call_own_kind(Function& caller, const VersionMap& versions, bool plain) {
  for (Instruction& instruction : instructions(caller)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    Function* callee = call ? known_callee(*call) : nullptr;
    auto found = callee ? versions.find(callee) : versions.end();
    if (found != versions.end())
      call->setCalledFunction(plain ? found->second.plain : found->second.omc);
  }
}

// All calls here go to the versions now, and who needs the function elsewhere has it as well:
// without an optimiser nobody else would remove it. What the linker takes or leaves as a group
// stays whole.
void drop_unused(Function& function) {
  function.removeDeadConstantUsers();
  if (!function.use_empty() || !function.isDiscardableIfUnused()) return;
  if (const Comdat* group = function.getComdat(); group && group->getUsers().size() > 1) return;
  function.eraseFromParent();
}

PreservedAnalyses DropLeftOvers::run(Module& module, ModuleAnalysisManager&) {
  bool changed = false;
  for (Function& version : make_early_inc_range(module)) {
    if (!version.hasFnAttribute(stands_for)) continue;
    StringRef name = version.getFnAttribute(stands_for).getValueAsString();
    FunctionCallee function = module.getOrInsertFunction(name, version.getFunctionType());
    version.replaceAllUsesWith(function.getCallee());
    version.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void register_passes(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(MakeVersions()); });
  builder.registerOptimizerEarlyEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(DropLeftOvers()); });
  // Plugins come before the compiler's own last passes.
  builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    passes.addPass(TellUnseen());
    passes.addPass(createModuleToFunctionPassAdaptor(TellUntold()));
    passes.addPass(createModuleToFunctionPassAdaptor(ThreadSanitizerPass()));
    passes.addPass(AskFirst(level.getSpeedupLevel() >= 2 && !level.getSizeLevel()));
  });
}

}  // namespace

}  // namespace omc::pass

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "omc-versions", "1", omc::pass::register_passes};
}
