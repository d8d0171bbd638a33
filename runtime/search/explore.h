// The search loop.
#pragma once

#include <cstdint>

namespace omc {

struct Body {
  void (*fn)(void*);
  void* arg;
};

// Runs the search in a process that explores. The argument is a Body.
void explore_here(void* body);

// For omc_run_threads: the following threads get the numbers 0 to threads - 1, and main leaves the
// schedule.
void begin_stage(unsigned threads);

}  // namespace omc
