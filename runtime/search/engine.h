// Going back. The search comes to a state from which several choices lead on; an engine makes each
// of them happen at that very state. The search does not know how: it asks which alternative to
// take now, and says when an execution is over.
#pragma once

#include "run/run.h"

namespace omc {

struct EngineFunctions {
  // Runs `search` in processes below this one, and waits until all that it led to has ended.
  void (*run)(void (*search)(void*), void* argument);
  // The initial state is reached: true when this process begins to explore from it, false when it
  // waits for work.
  bool (*begin)();
  // At a state with `n` alternatives: the one to take now. Each is given exactly once, by this
  // function, by go_back, or in another process.
  unsigned (*split)(const Choice* alternatives, unsigned n);
  // The execution is over: the next choice that is left, with the program back at the state where
  // it is one. Does not return when there is none for this process.
  Choice (*go_back)();
};

extern const EngineFunctions fork_engine, rewind_engine;
// The one that the options name; a replay needs no way back, and takes fork's process.
const EngineFunctions& engine();

}  // namespace omc
