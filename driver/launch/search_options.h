// The options of a search, by value and as the user gave them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run/options.h"

namespace omc::driver {

struct SearchOptions {
  Options values;
  // Rows of the option table that the user set, those of the driver too, in order; the last wins.
  std::vector<std::pair<std::string, std::string>> given;

  // The part that the runtime reads, in the form of OMC_OPTIONS.
  std::string for_runtime() const;
  // The value in effect of each given row, and of each row whose value is one of a few words.
  std::vector<std::pair<std::string, std::string>> in_effect() const;
  // The given options that decide what a schedule means, as flags, each with a space after it.
  std::string for_replay() const;
};

}  // namespace omc::driver
