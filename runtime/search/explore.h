// The search.
#pragma once

#include <cstdint>

namespace omc {

struct Body {
  void (*fn)(void*);
  void* arg;
};

// The search itself, in a process that explores, of a Body.
void explore_here(void* body);

// omc_run_threads begins: the threads that follow have the numbers 0 to threads - 1, and main
// stands outside.
void begin_stage(unsigned threads);

}  // namespace omc
