// LLVM's CrashRecoveryContext catches the signal of a crash and jumps back. It leaks what the read
// has allocated.
#include "damaged_file.h"

#include <cstdlib>
#include <set>

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

namespace omc::driver {
namespace {

std::set<std::string>& damaged_files() {
  static std::set<std::string> files;
  return files;
}

// LLVM would print the error and end the process.
void on_fatal_error(void*, const char*, bool) { abort(); }

void catch_crashes() {
  static bool caught = [] {
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(on_fatal_error);
    return true;
  }();
  (void)caught;
}

}  // namespace

bool is_damaged(const std::string& file) { return damaged_files().count(file); }

bool runs_to_end(const std::string& file, llvm::function_ref<void()> read) {
  if (is_damaged(file)) return false;
  catch_crashes();
  llvm::CrashRecoveryContext context;
  if (context.RunSafely(read)) return true;
  damaged_files().insert(file);
  return false;
}

}  // namespace omc::driver
