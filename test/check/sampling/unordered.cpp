// Samples follow vector clocks, so an execution shows its data races even where the accesses are far apart.
// RUN: %build
// RUN: %expect-exit 1 %omc check -o - -j 1 --search random --max-executions 50 %t > %t.all 2>&1; FileCheck %s < %t.all
// RUN: %expect-exit 1 %omc check -o - -j 2 --search pct --max-executions 50 %t > %t.all 2>&1; FileCheck %s < %t.all
// CHECK: error: data-race: total is
// CHECK: omc: 1 bug: data-race
#include <atomic>
#include <thread>

std::atomic<int> steps;
int total;

void work() {
  total++;
  for (int i = 0; i < 20; i++) steps.fetch_add(1, std::memory_order_relaxed);
}

int main() {
  std::thread first(work), second(work);
  first.join();
  second.join();
}
// COVERS: search/sampling
