// Endless executions: what is shallow is found all the same. A thread starts others without bound,
// or counts for longer than --max-steps. The search comes to what the others do only when it cuts
// these executions short.
// COVERS: search/passes search/pass search/fair_run
//
// RUN: %build && %verdict assert -- --max-steps 60 %t long
// RUN: %verdict incomplete -- --max-steps 60 %t long right
// RUN: %expect-exit 1 %omc check -j1 --check assert -o - %t threads | FileCheck %s
// CHECK: error: assert: assertion 'right || seen != 1' failed
// CHECK: 1 bug: assert ({{.*}} INCOMPLETE: thread limit
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

static std::atomic<int> x, counted;

static void start_for_ever() {
  for (;;) std::thread([] { counted = 1; }).detach();
}

static void count() {
  while (counted < 500) counted++;
}

static void observe(bool right) {
  int seen = x;
  assert(right || seen != 1);
}

static void change() {
  x = 1;
  x = 2;
}

int main(int argc, char** arguments) {
  bool is_long = !strcmp(arguments[1], "long");
  std::thread observer(observe, argc > 2), changer(change);
  if (is_long) count();
  if (!is_long) start_for_ever();
  observer.join();
  changer.join();
}
