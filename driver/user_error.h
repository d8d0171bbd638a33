// A user's mistake: what is wrong and what to do about it. Verbs hand it up as an llvm::Error; main
// turns it into text, once.
#pragma once

#include <string>

#include "llvm/Support/Error.h"
#include "run/verdict.h"

namespace omc::driver {

class UserError : public llvm::ErrorInfo<UserError> {
 public:
  static char ID;
  UserError(std::string message, std::string hint, Verdict verdict)
      : message(std::move(message)), hint(std::move(hint)), verdict(verdict) {}
  void log(llvm::raw_ostream& out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  std::string message;
  std::string hint;  // "did you mean …?", "build it with …"; may be empty
  Verdict verdict;   // error, or vacuous where nothing is wrong but there is nothing to check
};

llvm::Error user_error(std::string message, std::string hint = {},
                       Verdict verdict = Verdict::error);

// The hint for a misspelt word, "did you mean X?", or empty when no word is near. `words` is a
// |-separated list; null stands for the keys of the option table.
std::string nearest_hint(const std::string& word, const char* words,
                         const std::string& prefix = {});

// Prints the error to stderr and gives its verdict.
Verdict report_error(llvm::Error error);

}  // namespace omc::driver
