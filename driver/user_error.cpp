// An error reads `omc: error: what; what to do`. A program without instrumentation reads
// `omc: NOTHING CHECKED: …`, because nothing is wrong with it.
#include "user_error.h"

#include <fmt/format.h>

#include "llvm/Support/raw_ostream.h"
#include "run/options.h"

namespace omc::driver {

char UserError::ID;

void UserError::log(llvm::raw_ostream& out) const {
  out << message;
  if (!hint.empty()) out << "; " << hint;
}

llvm::Error user_error(std::string message, std::string hint, Verdict verdict) {
  return llvm::make_error<UserError>(std::move(message), std::move(hint), verdict);
}

std::string nearest_hint(const std::string& word, const char* words, const std::string& prefix) {
  char near[64];
  if (!nearest(word.c_str(), words, near, sizeof near)) return {};
  return fmt::format("did you mean {}{}?", prefix, near);
}

Verdict report_error(llvm::Error error) {
  Verdict verdict = Verdict::error;
  llvm::handleAllErrors(
      std::move(error),
      [&](const UserError& e) {
        verdict = e.verdict;
        llvm::errs() << verdict_opening(verdict);
        e.log(llvm::errs());
        llvm::errs() << '\n';
      },
      [&](const llvm::ErrorInfoBase& e) {
        llvm::errs() << verdict_opening(Verdict::error) << e.message() << '\n';
      });
  return verdict;
}

}  // namespace omc::driver
