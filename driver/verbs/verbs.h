// The verbs of omc, one file each. A verb gets the words after its name and gives an exit code, or
// an error that main prints.
#pragma once

#include "launch/command.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct Verb {
  const char* name;
  const char* arguments;  // as the usage line shows them
  const char* summary;
  llvm::Expected<int> (*run)(const Words& words);
  const char* help;         // usage, text and flags; null for check: its flags are the option table
  bool has_search_options;  // takes the options of the option table
};
llvm::ArrayRef<Verb> verbs();

llvm::Expected<int> cc_verb(const Words& words);
llvm::Expected<int> check_verb(const Words& words);
llvm::Expected<int> replay_verb(const Words& words);
llvm::Expected<int> test_verb(const Words& words);
llvm::Expected<int> report_verb(const Words& words);
llvm::Expected<int> merge_verb(const Words& words);
llvm::Expected<int> instrument_verb(const Words& words);
llvm::Expected<int> doctor_verb(const Words& words);
llvm::Expected<int> help_verb(const Words& words);

// "omc 0.1.0 (clang 19.1.7)".
std::string version_line();

}  // namespace omc::driver
