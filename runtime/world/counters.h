// Counters of this process, added to the run's now and then: a shared counter for each hook would
// be what parallel workers wait for.
#pragma once

#include "run/run.h"

namespace omc {

struct Counters {
  uint64_t executions = 0, steps = 0, hooks = 0, pruned = 0, forks = 0, max_depth = 0, threads = 0;
  bool has_site = false;
};
extern Counters counters;

inline void count_hook() { counters.hooks++; }
// An instrumented statement was executed.
void record_site();
void flush_counters(Run& run);

inline void raise_to(std::atomic<uint64_t>& most, uint64_t value) {
  uint64_t seen = most.load(std::memory_order_relaxed);
  while (seen < value && !most.compare_exchange_weak(seen, value)) {
  }
}

}  // namespace omc
