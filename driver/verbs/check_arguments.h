// The command line of `omc check`: flags, after OMC_OPTIONS, and the target that follows them.
#pragma once

#include <string>
#include <vector>

#include "compile/target.h"
#include "launch/command.h"
#include "launch/search_options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct CheckArguments {
  SearchOptions search;
  std::string expect, output = "omc-out", json, suppressions, corpus;
  std::vector<std::string> formats;  // asked for, beside those that are always written
  bool allow_vacuous = false, quiet = false, verbose = false, weaken = false;
  std::string color = "auto", progress = "auto", second_front = "on";
  Target target;
  bool help = false;
  std::string help_text;
};

// The usage of omc check and what it does, without its options.
llvm::StringRef check_usage();

llvm::Expected<CheckArguments> read_check_arguments(const Words& words);

// An error for a variable OMC_… that omc does not know: most likely it is misspelt.
llvm::Error check_environment();

}  // namespace omc::driver
