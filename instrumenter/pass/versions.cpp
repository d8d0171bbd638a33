#include "pass/versions.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "pass/abi.h"
#include "pass/assembly.h"
#include "pass/dead_accesses.h"
#include "pass/function_copy.h"
#include "pass/labels.h"
#include "pass/library_fixes.h"
#include "pass/sanitize_attribute.h"
#include "pass/single_version.h"
#include "pass/statement_list.h"
#include "pass/undefined.h"
#include "pass/version_kind.h"
#include "pass/weak_exchanges.h"

using namespace llvm;

namespace omc::pass {

namespace {

// Attribute of a version whose body is for inlining only. Its value is the name of the function to
// call where the version was not inlined.
constexpr StringRef stands_for = "omc-stands-for";

struct Versions {
  Function* plain;
  Function* omc;
};
using VersionMap = MapVector<Function*, Versions>;

bool keep_assembly_labels_unique(Function& function);
SmallVector<Function*, 64> functions_with_versions(Module& module);
SmallVector<Function*, 64> explored_functions(Module& module);
SmallVector<Function*, 64> explored_versions(Module& module);
bool has_object_on_stack(const Function& function);
Versions make_versions(Function& function, FunctionCopier& copier);
void remove_done(Function& plain);
void fold_awake(Function& version, Value& awake, bool is_awake);
void call_own_kind(Function& caller, const VersionMap& versions, bool plain);
void make_dispatcher(Function& function, Versions to, Value& awake);
void drop_unused(Function& function);
void split(Module& module, ArrayRef<Function*> chosen, Value& awake);

}  // namespace

PreservedAnalyses MakeVersions::run(Module& module, ModuleAnalysisManager&) {
  list_statements(module);
  add_sanitize_attribute(module);
  fix_atomic_shared_ptr(module);
  Constant* awake = module.getOrInsertGlobal(abi::awake, Type::getInt32Ty(module.getContext()));
  for (Function& function : module)
    if (keep_assembly_labels_unique(function)) fold_awake(function, *awake, true);

  auto chosen = functions_with_versions(module);
  auto single = single_version_functions(chosen);
  for (Function* function : chosen)
    if (single.contains(function)) {
      function->removeFnAttr(Attribute::SanitizeThread);
      function->addFnAttr(single_version_attribute);
    }
  erase_if(chosen, [&](Function* function) { return single.contains(function); });
  split(module, chosen, *awake);
  add_fences(explored_functions(module));
  keep_undefined(explored_versions(module));
  let_weak_exchanges_fail(explored_versions(module));
  keep_dead_accesses(explored_functions(module));
  return PreservedAnalyses::none();
}

namespace {

void split(Module& module, ArrayRef<Function*> chosen, Value& awake) {
  FunctionCopier copier(module, chosen);
  VersionMap versions;
  for (Function* function : chosen) versions.insert({function, make_versions(*function, copier)});
  for (auto& [function, made] : versions) {
    remove_done(*made.plain);
    fold_awake(*made.plain, awake, false);
    fold_awake(*made.omc, awake, true);
    make_dispatcher(*function, made, awake);
  }
  for (auto& [function, made] : versions) {
    call_own_kind(*made.plain, versions, true);
    call_own_kind(*made.omc, versions, false);
  }
  for (Function* function : chosen) drop_unused(*function);
}

// Whether the assembly defines a label that must exist only once. A label with ${:uid} has another
// name in each copy of the text, and a numeric label may be repeated.
bool has_unique_label(const InlineAsm& text) {
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

// LLVM inlines a function into its only caller, which has two versions here, so the label would
// exist twice. It also copies the code behind a branch. So the caller folds omc_awake in such a
// function, which leaves its hooks without branches.
bool keep_assembly_labels_unique(Function& function) {
  bool found = false;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    auto* text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (!text || !has_unique_label(*text)) continue;
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

// Any other function is instrumented as it is: it reads omc_awake at each statement and calls
// libomc at each access. A coroutine resumes after other code has run, so it cannot choose once.
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
  // Only a tail call passes on variable arguments, and a dispatcher of such objects makes none.
  if (function.isVarArg() && has_object_on_stack(function)) return false;
  return labels_stay_inside(function) && all_of(instructions(function), can_be_copied);
}

// Resolvers of ifuncs, which run during relocation, get no versions.
SmallVector<Function*, 64> functions_with_versions(Module& module) {
  SmallPtrSet<const Function*, 4> resolvers;
  for (const GlobalIFunc& ifunc : module.ifuncs()) resolvers.insert(ifunc.getResolverFunction());
  SmallVector<Function*, 64> result;
  for (Function& function : module)
    if (can_have_versions(function) && !resolvers.contains(&function)) result.push_back(&function);
  return result;
}

SmallVector<Function*, 64> explored_functions(Module& module) {
  SmallVector<Function*, 64> result;
  for (Function& function : module)
    if (!function.isDeclaration() && (reports_accesses(function) || has_single_version(function)))
      result.push_back(&function);
  return result;
}

SmallVector<Function*, 64> explored_versions(Module& module) {
  SmallVector<Function*, 64> result = explored_functions(module);
  erase_if(result, [](const Function* function) { return !is_explored_version(*function); });
  return result;
}

// An `inline` function of C need not be defined anywhere if all its calls are inlined. Calls of the
// plain version are inlined where they would be without omc. The explored version is larger and may
// not be inlined, so it becomes a definition. Instances of an `extern template` are in some
// library.
GlobalValue::LinkageTypes linkage_of_version(const Function& function, StringRef suffix) {
  bool is_inline_of_c =
      function.hasAvailableExternallyLinkage() && !function.getName().starts_with("_Z");
  return is_inline_of_c && suffix == omc_suffix ? GlobalValue::InternalLinkage
                                                : function.getLinkage();
}

// The linker merges the versions of a definition wherever it merges the definition.
void become_version(Function* version, const Function& function, StringRef suffix) {
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
  become_version(plain, function, plain_suffix);
  plain->removeFnAttr(Attribute::SanitizeThread);
  Function* omc = move_body(function);
  become_version(omc, function, omc_suffix);
  // Profile and coverage are those of the program without omc, so only the plain version counts.
  omc->addFnAttr(Attribute::NoProfile);
  return {plain, omc};
}

// While nothing is explored, omc_done_at has no effect.
void remove_done(Function& plain) {
  for (Instruction& instruction : make_early_inc_range(instructions(plain))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == abi::done) call->eraseFromParent();
  }
}

// In a version omc_awake is a constant: it never changes while a function runs. So a hook is a call
// in one version and nothing in the other. The optimiser could do the same, but programs are
// compiled at -O0 as well, and a branch at each statement would cost it much time.
void fold_awake(Function& version, Value& awake, bool is_awake) {
  SmallVector<Instruction*, 32> loads, expected;
  for (Instruction& instruction : instructions(version)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (load && load->getPointerOperand() == &awake) loads.push_back(load);
  }
  for (Instruction* load : loads)
    replaceAndRecursivelySimplify(load, ConstantInt::get(load->getType(), is_awake));
  for (Instruction& instruction : instructions(version)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::expect &&
        isa<Constant>(call->getArgOperand(0)))
      expected.push_back(call);
  }
  for (Instruction* call : expected) replaceAndRecursivelySimplify(call, call->getOperand(0));
  if (loads.empty()) return;
  for (BasicBlock& block : version) ConstantFoldTerminator(&block, true);
  removeUnreachableBlocks(version);
  for (BasicBlock& block : make_early_inc_range(version)) MergeBlockIntoPredecessor(&block);
}

bool has_object_on_stack(const Function& function) {
  return any_of(function.args(), [](const Argument& argument) { return argument.hasByValAttr(); });
}

void continue_in(Function& version, Function& from, BasicBlock& block) {
  IRBuilder<> builder(&block);
  if (DISubprogram* program = from.getSubprogram())
    builder.SetCurrentDebugLocation(
        DILocation::get(from.getContext(), program->getScopeLine(), 0, program));
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : from.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&version, arguments);
  call->setCallingConv(from.getCallingConv());
  // At -O0, LLVM 19 passes an object on the stack wrongly in a tail call.
  call->setTailCallKind(has_object_on_stack(from) ? CallInst::TCK_NoTail : CallInst::TCK_MustTail);
  AttributeList all = from.getAttributes();
  SmallVector<AttributeSet, 8> of_arguments;
  for (unsigned i = 0; i < from.arg_size(); i++) of_arguments.push_back(all.getParamAttrs(i));
  call->setAttributes(
      AttributeList::get(from.getContext(), AttributeSet(), all.getRetAttrs(), of_arguments));
  call->setIsNoInline();  // even if always_inline: a version inlined here would report nothing
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

// A function whose body is for inlining only needs no dispatcher: its versions are inlined instead.
void make_dispatcher(Function& function, Versions to, Value& awake) {
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
  continue_in(*to.plain, function, *plain);
  continue_in(*to.omc, function, *omc);
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

// All calls in this source reach the versions now, and other sources have a definition of their
// own. At -O0 no other pass would remove the dispatcher. Members of a comdat group stay together.
void drop_unused(Function& function) {
  function.removeDeadConstantUsers();
  if (!function.use_empty() || !function.isDiscardableIfUnused()) return;
  if (const Comdat* group = function.getComdat(); group && group->getUsers().size() > 1) return;
  function.eraseFromParent();
}

}  // namespace

PreservedAnalyses DropInlineOnlyVersions::run(Module& module, ModuleAnalysisManager&) {
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

}  // namespace omc::pass
