// What only weak memory shows (--memory-model c11): atomic operations that did not act on the
// newest store, and whether the bug needs them.
#pragma once

#include <string>
#include <vector>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

// "thread 2 (consumer) read 0 from ready at queue.cpp:30 (relaxed), 1 store ago; the newest, 42, is
// by thread 1 (producer) at queue.cpp:12 (relaxed)"; of many the last.
std::vector<std::string> stale_accesses(Replay& replay, const std::vector<ThreadState>& threads);

// "memory_order_acq_rel" without its prefix.
const char* order_name(int order);

}  // namespace omc::driver
