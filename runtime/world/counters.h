// Counters of this process. They are added to those of the run now and then, because workers would
// contend for counters that they share.
#pragma once

#include "run/run.h"

namespace omc {

struct Counters {
  uint64_t executions = 0, steps = 0, hooks = 0, pruned = 0, forks = 0, max_depth = 0, threads = 0;
  uint64_t endings = 0;
  bool has_site = false;
};
extern Counters counters;

inline void count_hook() { counters.hooks++; }
// An instrumented statement was executed.
void record_site();
void flush_counters(Run& run);

inline void raise_to(std::atomic<uint64_t>& most, uint64_t value) {
  uint64_t old = most.load(std::memory_order_relaxed);
  while (old < value && !most.compare_exchange_weak(old, value)) {
  }
}

}  // namespace omc
