// The corpus: traces of bugs that were found, in a folder that users keep with their sources. They
// are tried before a search.
#pragma once

#include <optional>

#include "compile/prepare.h"
#include "launch/replayer.h"
#include "report.h"
#include "verbs/check_arguments.h"

namespace omc::driver {

// A bug of the corpus that the program still has.
struct KnownBug {
  std::string file;  // its trace
  Launched launched;
};
llvm::Expected<std::optional<KnownBug>> try_corpus(const CheckArguments& arguments,
                                                   const Prepared& prepared,
                                                   const Replayer& replayer);

// Adds the bugs of the report. A bug that is there already is replaced.
llvm::Error keep_in_corpus(const CheckArguments& arguments, const Report& report);

}  // namespace omc::driver
