// The names of the mutexes, condition variables and other objects of one replay.
#pragma once

#include <map>
#include <set>
#include <string>

#include "debuginfo/source_text.h"
#include "debuginfo/symbols.h"
#include "run/run.h"

namespace omc::driver {

class ObjectNames {
 public:
  ObjectNames(const Run& run, Symbols& symbols, SourceText& sources);
  // "accounts[1].m"; "mutex 0x7f01" for an object without a name.
  std::string operator()(uint64_t address) const;

 private:
  // The name, with a number when another object has it already.
  std::string unique(const std::string& name);

  std::map<uint64_t, std::string> names_;
  std::set<std::string> used_;
};

}  // namespace omc::driver
