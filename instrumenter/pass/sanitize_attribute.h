// Which functions report their accesses: those with the attribute sanitize_thread.
#pragma once

#include "llvm/IR/Module.h"

namespace omc::pass {

// Gives each function the attribute that -fsanitize=thread would give it. The flag itself would
// change the source: it would see __has_feature(thread_sanitizer), and call functions of a
// sanitizer runtime that is not linked.
void add_sanitize_attribute(llvm::Module& module);

}  // namespace omc::pass
