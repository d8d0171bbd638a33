// The search loop.
#pragma once

#include "run/schedule.h"

namespace omc {

struct Body {
  void (*fn)(void*);
  void* arg;
};

// Runs the search in a process that explores. The argument is a Body.
void explore_here(void* body);

// The choices at the current state; those of one thread stand side by side.
struct Alternatives {
  const Choice* choices;
  unsigned count;
};
Alternatives list_alternatives();

// For omc_run_threads: the following threads get the numbers 0 to threads - 1, and main leaves the
// schedule.
void begin_stage(unsigned threads);

}  // namespace omc
