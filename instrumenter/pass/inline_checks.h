// Inline checks: the code that does without a call of libomc what omc/fast_path.h permits.
#pragma once

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace omc::pass {

// Whether the call is a hook that a thread may pass, at a site that is constant.
bool is_passable_hook(const llvm::CallBase& call);
// Whether the call reports an access that lies in one line of the shadow memory.
bool is_small_access(const llvm::CallBase& call);

// Records that the thread has passed the hook.
void record_site(const llvm::CallBase& hook, llvm::Instruction* before);
// Counts down the hooks that the thread may pass. The call remains for when there are none left.
void inline_hook(llvm::CallBase* call);
// Reads the mark of the accessed memory. The call remains for when the mark is zero.
void inline_access(llvm::CallInst* call);

}  // namespace omc::pass
