// Code that does without a call of libomc what runtime/quick.h allows.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

constexpr llvm::StringRef pass_hook_name = "omc_pass_hook_at";  // of hooks.h

bool is_passing_hook(const llvm::CallBase& call);
// Of those that lie in one line.
bool is_aligned_access(const llvm::CallBase& call);
uint64_t access_size(const llvm::CallBase& call);  // 0 when it is none

// A word of omc_quick.
llvm::Constant* quick_word(llvm::Module& module, size_t offset);
// Says that the thread has come by the hook.
void say_place(const llvm::CallBase& hook, llvm::Instruction* before);

// A hook that is called where the thread stops and not where it passes.
class HookFork {
 public:
  explicit HookFork(llvm::CallBase* hook);
  llvm::BasicBlock* before;  // without an end, till `choose`
  llvm::BasicBlock* passes;  // what is done instead of the call
  void choose(llvm::Value* stops);

 private:
  llvm::BasicBlock* stops_;
};
// Counts down and says where it is; calls when there is nothing to count down.
void pass_hook_inline(llvm::CallBase* call);
// Calls when the line of memory is not one that is known.
void access_inline(llvm::CallInst* call);

}  // namespace omc::pass
