// Going back. The search comes to a state from which several choices lead on; an engine makes each of them happen
// at that very state. The search does not know how: it asks which alternative to take now, and says when
// an execution is over.
#pragma once

namespace omc {

// At a state with `n` alternatives: the one to take now. Each is given exactly once, by this call, by go_back, or
// in another process.
unsigned split(unsigned n);
// The execution is over: the next alternative that is left, with the program back at the state where it was split.
unsigned go_back();

// Runs `search` in a process below this one, and waits until all that it led to has ended.
void run_search(void (*search)(void*), void* argument);

}  // namespace omc
