// Running another program: in omc's place, or as a child that it waits for.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace omc {

using Words = std::vector<std::string>;

// Becomes the command; comes back only with an error.
llvm::Error become(const Words& command);

// Runs the command and gives its wait status. Ctrl-C goes to the child; omc stays to clean up. With
// `stderr_descriptor`, that is the child's stderr.
llvm::Expected<int> run_command(const Words& command, int stderr_descriptor = 2);

// The exit code of a wait status; a death by signal n is 128 + n, as shells say it.
int exit_code_of(int wait_status);

// A folder for one command's temporary files; gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace omc
