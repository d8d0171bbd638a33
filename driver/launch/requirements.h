// What omc needs of the kernel and of the limits of its process. omc doctor lists it; a run that
// could not work is refused with the same words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace omc::driver {

struct Requirement {
  std::string name;
  bool is_met = false;
  bool is_needed = true;  // without it, nothing can be checked
  std::string detail;     // what works, or what is wrong
  std::string remedy;     // what to do about it
};

// `bytes`: of the shared memory of a run.
std::vector<Requirement> requirements(uint64_t bytes);

// An error for the first one that is needed and not met.
llvm::Error check_requirements(uint64_t bytes);

}  // namespace omc::driver
