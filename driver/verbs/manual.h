// Man pages and completions of shells, generated when omc is built. Flags come from the option
// table and from the help texts of verbs, so none is written down twice.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "verbs/verbs.h"

namespace omc::driver {

struct FlagHelp {
  std::string letter, name;  // "-j", "--jobs"; one may be empty
  std::string value;         // "N", "auto|always|never"; empty for a flag without one
  std::string text;
};

// The flags of a verb: rows of the option table, or the lines of its help that begin with a flag.
std::vector<FlagHelp> flags_of(const Verb& verb);

// "omc" or "omc-check".
llvm::Expected<std::string> man_page(const std::string& page);
// For bash, zsh or fish.
llvm::Expected<std::string> completion_for(const std::string& shell);

}  // namespace omc::driver
