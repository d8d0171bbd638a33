// The interface of engines. At a state with several choices, an engine makes each of them happen at
// that very state. The search does not know how: it asks which alternative to take now, and
// announces the end of an execution.
#pragma once

#include "run/run.h"
#include "search/visited.h"

namespace omc {

struct EngineFunctions {
  // Runs `search` in child processes and waits until the whole search has ended.
  void (*run)(void (*search)(void*), void* argument);
  // Called at the initial state. True when this process explores from it, false when it waits for a
  // job.
  bool (*begin)();
  // At a state with `n` alternatives: the index of the one to take now. Each alternative is taken
  // exactly once: now, after go_back, or in another process.
  unsigned (*split)(const Choice* alternatives, unsigned n);
  // After each step, and at each state that is reached.
  void (*stepped)(bool ended_execution);
  void (*arrived)(const Arrival& arrival);
  // Called at the end of an execution: restores the nearest state with a choice left and returns
  // that choice. Does not return when this process has none left.
  Choice (*go_back)();
};

extern const EngineFunctions fork_engine, rewind_engine, sampling_engine;
// The engine that the options name. A replay never goes back and uses the fork engine.
const EngineFunctions& engine();

}  // namespace omc
