// Assumptions of a pass of the search. Each makes states fewer: memory is private until two threads
// access it, statements on private memory are invisible, clocks are not needed. The code that
// detects a violation refutes the assumption. If the pass relied on it, the search restarts without
// it (search/passes.cpp). This is counterexample-guided refinement.
#pragma once

#include "world/world.h"

namespace omc {

// This pass relies on it.
inline bool assumes(Assumption assumption) { return checker.assumed & bit_of(assumption); }
// A pass of this run has refuted it, in any process.
inline bool is_refuted(Assumption assumption) {
  return checker.run->refuted.load(std::memory_order_relaxed) & bit_of(assumption);
}

// Vector clocks record happens-before.
inline bool follows_clocks() { return !assumes(Assumption::strong_orders); }

// Older stores of atomic objects are kept, and loads may read them (races/memory_model/).
inline bool keeps_stores() { return !assumes(Assumption::seq_cst_only); }

// Records that the assumption is wrong, and ends the pass if it relied on it.
void refute(Assumption assumption);

// The pass relied on a refuted assumption: its bugs count, its "no bugs" does not.
bool must_restart();
// The search will restart when the current executions end: they may refute more.
bool will_restart();
// The clocks of this pass ignore a fence, or an atomic of another size, and may be wrong.
bool clocks_are_wrong();

}  // namespace omc
