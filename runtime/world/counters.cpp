#include "world/counters.h"

#include "world/world.h"

namespace omc {

Counters counters;

void record_site() {
  counters.has_site = true;
  checker.run->stats.has_sites.store(1, std::memory_order_relaxed);
}

void flush_counters(Run& run) {
  run.stats.executions += counters.executions;
  run.stats.endings += counters.endings;
  run.stats.steps += counters.steps;
  run.stats.hooks += counters.hooks;
  run.stats.pruned += counters.pruned;
  run.stats.forks += counters.forks;
  raise_to(run.stats.max_depth, counters.max_depth);
  raise_to(run.stats.threads, counters.threads);
  run.stats.depth.store(counters.max_depth, std::memory_order_relaxed);
  counters = {};
}

}  // namespace omc
