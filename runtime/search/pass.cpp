#include "search/pass.h"

#include "world/assumptions.h"
#include "world/world.h"

namespace omc {

Pass pass;

namespace {

constexpr uint32_t most_late_restarts = 4;

}  // namespace

// Everything from here on will be explored again, but it may still refute further assumptions.
bool should_restart() {
  const Run& run = *checker.run;
  return will_restart() &&
         (run.stats.states < few_states || run.late_restarts < most_late_restarts);
}

uint64_t depth_level() {
  constexpr uint64_t levels = 8;
  if (!pass.cuts_long_executions) return 0;
  return world().steps_taken * levels / (checker.options.max_steps + 1);
}

bool should_probe_races() {
  return pass.probes_races && !follows_clocks() && checker.run->stats.states > few_states;
}

}  // namespace omc
