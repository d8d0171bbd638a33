// Why a deadlock is one: which threads block each waiting thread, why no thread will wake it, and
// the cycle that the threads form, if they do.
#pragma once

#include <string>
#include <vector>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

// Fills in `waits_on` and `why` of the waiting threads that describe_threads made of this replay.
// The replay must end in a deadlock: no thread can run.
void explain_deadlock(Replay& replay, std::vector<ThreadState>& threads);

// The fewest threads that wait for each other in a cycle, in its order; empty when there is none.
std::vector<unsigned> find_cycle(const std::vector<ThreadState>& threads);

// The thread to look at first: the first of the cycle, or one that waits for no thread that waits;
// null when none is blocked.
const ThreadState* find_culprit(const std::vector<ThreadState>& threads);

// "thread 1 (put) and thread 2 (get) wait for each other"
std::string deadlock_message(const std::vector<ThreadState>& threads);

// What would prevent the deadlock, where that is certain: an order of locks, a lock around a
// change. After explain_deadlock.
std::string deadlock_hint(const Replay& replay, const std::vector<ThreadState>& threads);

}  // namespace omc::driver
