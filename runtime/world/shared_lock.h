// The lock around bugs and outcomes of a run. A process holds it for microseconds, and is killed
// while it does only when the run is over. So a waiter gives up in the end.
#pragma once

#include "world/world.h"

namespace omc {

class RunLock {
 public:
  RunLock() {
    uint32_t open = 0;
    for (unsigned spins = 0; !lock().compare_exchange_weak(open, 1) && spins < 100'000'000; spins++)
      open = 0, __builtin_ia32_pause();
  }
  ~RunLock() { lock() = 0; }
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  static std::atomic<uint32_t>& lock() { return checker.run->lock; }
};

}  // namespace omc
