// Where data races are not checked, the accesses of a statement are one step. The answer is then
// right only if there is no data race, which is looked for silently. The lost update shows between
// the accesses of one statement only.
// COVERS: search/passes report/bugs
//
// RUN: %build
// RUN: %expect-exit 3 %omc check --check assert -o - %t racy | FileCheck %s
// RUN: %expect-exit 3 %omc check --check assert -j1 -o - %t racy | FileCheck %s
// RUN: %expect-exit 0 %omc check --check assert -o - %t locked | FileCheck --check-prefix OK %s
// RUN: %expect-exit 0 %omc check --check assert --granularity sync -o - %t racy
// RUN: %verdict assert -- --check assert --granularity access %t racy
// CHECK: INCOMPLETE: data races, which were not asked for (there is one, so a statement is not one step
// OK: omc: no bugs: all
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

static std::mutex m;
static int n;
static bool locks;

static void count() {
  if (locks) m.lock();
  n++;
  if (locks) m.unlock();
}

int main(int, char** arguments) {
  locks = !strcmp(arguments[1], "locked");
  std::thread a(count), b(count);
  a.join();
  b.join();
  assert(n == 2);
}
