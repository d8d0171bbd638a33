// Waiting in a loop is no livelock, also where a bound on preemptions lets no other thread run. Without any preemption
// the loop has no end, so nothing is shown.
// RUN: %build
// RUN: %verdict ok --races -- %t
// RUN: %verdict incomplete --races -- --max-preemptions 0 %t
// RUN: %verdict ok --races -- --max-preemptions 1 %t
// RUN: %omc check -o - --max-preemptions 1 %t | FileCheck %s
// CHECK: omc: not checked: livelock (--max-preemptions)
#include <atomic>
#include <thread>

std::atomic<bool> is_set;

int main() {
  std::thread setter([] { is_set = true; });
  while (!is_set) {
  }
  setter.join();
}
// COVERS: search/livelock
