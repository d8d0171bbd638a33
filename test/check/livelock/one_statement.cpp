// A loop in one statement is one row of the report, which leaves out most of what it did.
// RUN: %build && not %omc check -j1 --max-steps 2000 -o - %t > %t.txt
// RUN: FileCheck %s < %t.txt && test $(wc -l < %t.txt) -lt 40
// CHECK: error: livelock: the execution is longer than --max-steps, and does not end under a fair scheduler
// CHECK: updates rounds
// CHECK: … {{[0-9]+}} more (-v shows them)
// CHECK: updates rounds
// CHECK: omc: 1 bug: livelock (1 execution, {{[0-9.]+}} s)
#include <atomic>
#include <thread>

std::atomic<bool> stop;
std::atomic<unsigned> rounds;

int main() {
  std::thread thread([] { while (!stop) rounds++; });
  while (rounds + 1 > 0 || !stop) rounds++;
  thread.join();
}
// COVERS: search/livelock driver/render/schedule
