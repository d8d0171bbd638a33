// A test that fails in some schedules: main returns 1 when an update was lost.
// COVERS: report/outcomes driver/explain/exit_status
// RUN: %build && %verdict exit --message 'exit status 1 in' --message 'others end with exit status 0' -- %t
// RUN: not %omc check -o - %t | FileCheck %s
// RUN: %verdict ok -- --check -exit %t
// RUN: %expect-exit 0 %omc check -o - -q --expect exit %t
// CHECK: lost_update.cpp:{{[0-9]+}}:{{[0-9]+}}: error: exit: exit status 1 in {{[0-9]+ of [0-9]+}} executions; others end with exit status 0 [omc-exit]
// CHECK-NEXT: | expected 2, got 1
// CHECK: stores n
// CHECK: replay: omc replay
// CHECK: omc: 1 bug: exit
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> n;

void add() {
  int v = n;
  n = v + 1;
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  if (n == 2) return 0;
  std::printf("expected 2, got %d\n", n.load());
  return 1;  // <- exit
}
