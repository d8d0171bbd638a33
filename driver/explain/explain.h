// Why a deadlock is one: what stands in the way of each thread that waits, why nobody will wake it,
// and the circle that they form, if they do.
#pragma once

#include <string>
#include <vector>

#include "debuginfo/symbolize.h"
#include "report.h"
#include "run/run.h"

namespace omc {

// Fills in `waits_on` and `why` of the threads that wait, as tell_threads told them of the same
// run. Only for a deadlock: it is taken for granted that no thread can go on.
void explain(const Run& run, Symbols& symbols, std::vector<ThreadState>& threads);

// The fewest threads that wait for each other in a circle, in its order; empty when there is none.
std::vector<unsigned> find_circle(const std::vector<ThreadState>& threads);

// The thread to look at first: the first of the circle, or one that waits for nobody who waits;
// null when none is blocked.
const ThreadState* find_culprit(const std::vector<ThreadState>& threads);

// "thread 1 (put) and thread 2 (get) wait for each other"
std::string deadlock_message(const std::vector<ThreadState>& threads);

}  // namespace omc
