// Two increments of which one is lost, where every access is a step. What a replay ends with is the command that it was.
// RUN: %build && %expect-exit 1 %omc check --check assert --granularity access -o %t.out %t | FileCheck %s
// RUN: %expect-exit 1 %omc replay %t.out/latest/run.json | FileCheck %s
// CHECK: lost_update.cpp:[[#@LINE+11]]:{{.*}} error: assert: {{.*}} [omc-assert]
// CHECK: replay: omc replay --granularity access --check assert -s '{{[0-9 *]+}}'
#include <cassert>
#include <thread>

int x;

int main() {
  std::thread other([] { x++; });
  x++;
  other.join();
  assert(x == 2);
}
// COVERS: races/explored_access driver/verbs/replay
