// What the user asked `omc check` for: the flags, after OMC_OPTIONS, and what follows them: a
// program with its arguments, or sources to be compiled first.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "launch/command.h"
#include "llvm/Support/Error.h"
#include "run/options.h"

namespace omc {

// What is to be run: `program`, or what `sources` compile to.
struct Target {
  std::string program;
  Words sources, compiler_flags;
  Words arguments;  // of the program
  bool is_sources() const { return !sources.empty(); }
};

struct Settings {
  Options options;                                         // the runtime's
  std::vector<std::pair<std::string, std::string>> given;  // what was set, in order; later wins
  std::string expect, output = "omc-out", json, suppressions;
  bool allow_vacuous = false, quiet = false, verbose = false;
  std::string color = "auto", progress = "auto";
  Target target;
  bool help = false;
  std::string help_text;

  // The runtime's part of it, as OMC_OPTIONS says it.
  std::string runtime_options() const;
};

llvm::Expected<Settings> read_check_arguments(const Words& words);

// Reads `PROG ARGS…` or `FILE.cpp… [-- CFLAGS…] [-- ARGS…]`.
llvm::Expected<Target> read_target(Words words);

// Complains about a variable called OMC_… that omc does not know: most likely it is misspelt.
llvm::Error check_environment();

bool is_source(const std::string& file);

}  // namespace omc
