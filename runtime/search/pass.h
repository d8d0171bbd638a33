// The running pass of the search: when it ends early, because it will be made again or because
// another look is worth more.
#pragma once

#include <cstdint>

namespace omc {

struct Pass {
  bool probes_races;          // one that becomes long stops to look for data races by clocks
  bool cuts_long_executions;  // longer than --max-steps, without a word: one was reported
};
extern Pass pass;

constexpr uint64_t few_states = 20'000;

// Asked at the end of each execution, and at each state.
bool should_restart();
bool should_probe_races();

}  // namespace omc
