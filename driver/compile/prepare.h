// From what the user named to a program that can be run: the program itself, or what its sources
// compile to.
#pragma once

#include <memory>
#include <string>

#include "compile/target.h"
#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct Prepared {
  std::string program;                      // the file to execute
  std::string name;                         // as the user knows it: "./foo", "bank.cpp"
  std::string argv0;                        // what the program is told that it is called
  std::string replay_target;                // what to write after `omc replay -s …`
  std::unique_ptr<TemporaryFolder> folder;  // of a compiled program
};

llvm::Expected<Prepared> prepare(const Target& target);

// A word as a shell takes it, in quotes where that is needed.
std::string shell_word(const std::string& word);

}  // namespace omc::driver
