// What a user asks omc to run: a program with its arguments, or sources that are compiled first.
#pragma once

#include <string>

#include "launch/command.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

// `program`, or what `sources` compile to.
struct Target {
  std::string program;
  Words sources, compiler_flags;
  Words arguments;  // of the program
  bool is_sources() const { return !sources.empty(); }
};

// Reads `PROG ARGS…` or `FILE.cpp… [-- CFLAGS…] [-- ARGS…]`.
llvm::Expected<Target> read_target(Words words);

}  // namespace omc::driver
