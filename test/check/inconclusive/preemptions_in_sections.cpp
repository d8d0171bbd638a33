// One forced switch is enough, away from the first thread while it holds the lock: the second one then has to wait, and to go on
// with the first is no preemption. A section that is taken whole would need two.
// RUN: %build
// RUN: %verdict ok -- --max-preemptions 0 %t
// RUN: %verdict assert -- --max-preemptions 1 %t
// RUN: %verdict assert --races -- --max-preemptions 1 %t
// RUN: %verdict assert --races -- %t
#include <omc.h>

#include <atomic>
#include <mutex>
#include <thread>

std::mutex m;
std::atomic<int> begun, seen, inside;
int n;

int main() {
  std::thread first([] {
    begun = 1;
    m.lock();
    n++;
    m.unlock();
    omc_assert(!(seen == 1 && inside == 1));  // <- assert
  });
  std::thread second([] {
    seen = begun.load();
    inside = 1;
    m.lock();
    n++;
    m.unlock();
    inside = 2;
  });
  first.join();
  second.join();
}
// COVERS: search/passes steps/reduction
