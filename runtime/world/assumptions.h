// What a pass of the search takes for granted, because it makes states fewer: that memory is
// private until two threads have touched it, that statements on private memory are invisible, that
// nobody needs clocks. Whoever sees that an assumption is wrong refutes it. If the pass relied on
// it, the search begins again and knows better (search/passes.cpp): counterexample-guided
// refinement.
#pragma once

#include "world/world.h"

namespace omc {

// This pass relies on it.
inline bool assumes(Assumption assumption) { return checker.assumed & bit_of(assumption); }
// Some pass of this run, in some process, has shown that it is wrong.
inline bool is_refuted(Assumption assumption) {
  return checker.run->refuted.load(std::memory_order_relaxed) & bit_of(assumption);
}

// Vector clocks follow what happens before what.
inline bool follows_clocks() { return !assumes(Assumption::strong_orders); }

// Shows that the assumption is wrong.
void refute(Assumption assumption);

// The pass relied on something wrong: what it found counts, what it has not found does not.
bool must_restart();
// The pass will begin again, but goes on for now, because there may be more to learn from it.
bool will_restart();
// Clocks know nothing of a fence or of an atomic of another size: what they say is not true.
bool clocks_are_wrong();

}  // namespace omc
