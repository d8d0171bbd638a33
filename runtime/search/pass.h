// The running pass of the search, and why it ends early: a restart is due, or a race probe is worth
// more.
#pragma once

#include <cstdint>

namespace omc {

struct Pass {
  // A pass that becomes long is interrupted by a race probe.
  bool probes_races;
  // Executions longer than --max-steps are cut silently, because one was reported already.
  bool cuts_long_executions;
};
extern Pass pass;

constexpr uint64_t few_states = 20'000;

// Called at the end of each execution, and at each state.
bool should_restart();
bool should_probe_races();

// Where executions are cut: how far the current one is from being cut, in a few levels. Two equal
// states at different levels are both explored, or the first to be reached would hide what follows
// from the other.
uint64_t depth_level();

}  // namespace omc
