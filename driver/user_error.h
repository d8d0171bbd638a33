// A user's mistake: what is wrong, what to do about it, and the exit code it ends with. Verbs hand
// it up as an llvm::Error; main turns it into text, once.
#pragma once

#include <string>

#include "llvm/Support/Error.h"

namespace omc {

// Exit codes of every verb but cc, which has the compiler's.
enum ExitCode { exit_ok = 0, exit_bug = 1, exit_error = 2, exit_incomplete = 3, exit_vacuous = 4 };

class UserError : public llvm::ErrorInfo<UserError> {
 public:
  static char ID;
  UserError(std::string message, std::string hint, int code)
      : message(std::move(message)), hint(std::move(hint)), code(code) {}
  void log(llvm::raw_ostream& out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  std::string message;
  std::string hint;  // "did you mean …?", "build it with …"; may be empty
  int code;
};

llvm::Error user_error(std::string message, std::string hint = {}, int code = exit_error);

// A prepared hint for a misspelt word: "did you mean X?", or empty when nothing is near. `words` is
// a
// |-separated list; null means the keys of the option table.
std::string nearest_hint(const std::string& word, const char* words,
                         const std::string& prefix = {});

// Prints an error to stderr and gives its exit code.
int say_error(llvm::Error error);

}  // namespace omc
