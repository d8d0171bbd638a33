// Six workers take many steps that conflict, so a search does not end soon. The handler is set after they have started:
// a worker that is done early calls a null pointer. A few samples show it. What is right stays INCOMPLETE.
// RUN: %build && %omc-cxx -std=c++20 -O1 -g -pthread -DFIXED %s -o %t.fixed
// RUN: %expect-exit 1 %omc check -o - -j 1 --search random %t > %t.random 2>&1; FileCheck %s --check-prefix=BUG < %t.random
// RUN: %expect-exit 1 %omc check -o - -j 2 --search pct %t > %t.pct 2>&1; FileCheck %s --check-prefix=BUG < %t.pct
// RUN: %expect-exit 3 %omc check -o - -j 2 --search random --seed 7 --max-executions 300 %t.fixed > %t.all 2>&1; FileCheck %s --check-prefix=RANDOM < %t.all
// RUN: %expect-exit 3 %omc check -o - -j 1 --search pct --bug-depth 2 --max-executions 300 %t.fixed > %t.all 2>&1; FileCheck %s --check-prefix=PCT < %t.all
// RUN: %expect-exit 3 %omc check -o - --search pct --time 300ms %t.fixed > %t.all 2>&1; FileCheck %s --check-prefix=TIME < %t.all
// BUG: late_handler.cpp:{{.*}}: error: crash
// BUG: replay: omc replay
// BUG: omc: 1 bug: crash
// RANDOM: omc: INCOMPLETE: a sample of the schedules (random, seed 7); 300 executions, no bug so far
// PCT: omc: INCOMPLETE: a sample of the schedules (pct, seed 1; each finds a bug of depth 2 with probability 1/{{[0-9,]+}} or more); 300 executions, no bug so far
// TIME: omc: INCOMPLETE: a sample of the schedules (pct, seed 1{{.*}}); {{[0-9,]+}} execution{{s?}}, no bug so far
#include <atomic>
#include <thread>
#include <vector>

std::atomic<int> turns, done;
std::atomic<void (*)()> handler;

void count() { done++; }

void work() {
  int last = 0;
  for (int i = 0; i < 10; i++) last = turns.fetch_add(last + 1);
  handler.load()();
}

int main() {
#ifdef FIXED
  handler = count;
#endif
  std::vector<std::thread> workers;
  for (int i = 0; i < 6; i++) workers.emplace_back(work);
  handler = count;
  for (std::thread& worker : workers) worker.join();
}
// COVERS: search/sampling driver/explain/outcome_report
