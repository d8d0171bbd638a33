// How a user's mistake reads: `omc: error: what; what to do`. Exit code 4 has words of its own,
// because nothing was wrong, only nothing was checked.
#include "user_error.h"

#include <fmt/format.h>

#include "llvm/Support/raw_ostream.h"
#include "run/options.h"

namespace omc {

char UserError::ID;

void UserError::log(llvm::raw_ostream& out) const {
  out << message;
  if (!hint.empty()) out << "; " << hint;
}

llvm::Error user_error(std::string message, std::string hint, int code) {
  return llvm::make_error<UserError>(std::move(message), std::move(hint), code);
}

std::string nearest_hint(const std::string& word, const char* words, const std::string& prefix) {
  char near[64];
  if (!nearest(word.c_str(), words, near, sizeof near)) return {};
  return fmt::format("did you mean {}{}?", prefix, near);
}

int say_error(llvm::Error error) {
  int code = exit_error;
  llvm::handleAllErrors(
      std::move(error),
      [&](const UserError& e) {
        code = e.code;
        llvm::errs() << (code == exit_vacuous ? "omc: NOTHING CHECKED: " : "omc: error: ");
        e.log(llvm::errs());
        llvm::errs() << '\n';
      },
      [&](const llvm::ErrorInfoBase& e) { llvm::errs() << "omc: error: " << e.message() << '\n'; });
  return code;
}

}  // namespace omc
