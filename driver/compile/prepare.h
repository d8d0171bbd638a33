// Makes a target ready to run: finds the program, or compiles the sources to one.
#pragma once

#include <memory>
#include <string>

#include "compile/target.h"
#include "launch/command.h"
#include "launch/temporary_folder.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct Prepared {
  std::string program;                      // the file to execute
  std::string name;                         // as the user knows it: "./foo", "bank.cpp"
  std::string argv0;                        // the program's argv[0]
  std::string replay_target;                // what follows `omc replay -s …`
  std::unique_ptr<TemporaryFolder> folder;  // of a compiled program
};

llvm::Expected<Prepared> prepare(const Target& target);

// A word quoted for a shell where that is needed.
std::string shell_word(const std::string& word);

}  // namespace omc::driver
