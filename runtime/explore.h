// The search.
#pragma once

#include <cstdint>

namespace omc {

struct Body {
  void (*fn)(void*);
  void* arg;
};

// Explores body.fn(body.arg) and every thread that it starts, in processes below this one; what was found is in the
// run.
void explore(Body body);

// omc_run_threads begins: what came before was one thread alone, and does not count. The threads that follow
// have the numbers 0 to threads - 1.
void begin_stage(unsigned threads);

}  // namespace omc
