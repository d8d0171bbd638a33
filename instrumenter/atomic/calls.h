// What a call means for the critical section of --omc-mode=atomic.
#pragma once

#include "llvm/IR/InstrTypes.h"

namespace omc::atomic_pass {

enum class CallKind {
  inside,   // known not to block, or code of this source: part of the statement
  unknown,  // whether the callee has hooks is found out when it is called
  output,   // of stdio: inside, once the stream can take it
  ostream,  // the same by std::ostream
  instead,  // another function stands for the callee
};

struct CallMeaning {
  CallKind kind;
  // Of an output: the index of the argument that is the stream, or one of these.
  int stream = 0;
  static constexpr int standard_output = -1, standard_error = -2;
  llvm::StringRef replacement;
};

CallMeaning meaning_of(const llvm::CallBase& call);

}  // namespace omc::atomic_pass
