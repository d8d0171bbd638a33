// omc.h in atomic mode: several statements as one section, hooks by hand, failed assertions.
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g %s -o %t && OMC_ATOMIC_SLICE=1 %t
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g -DAPART %s -o %t.apart && (OMC_ATOMIC_SLICE=1 %t.apart 2>&1 || true) | FileCheck %s
// CHECK: omc: {{.*}}by_hand.cpp:{{[0-9]+}}: {{.*}}assertion failed: x == y
// COVERS: atomic/api atomic/section
#include <omc.h>

static long x, y, rounds;
static bool looks;

static void change(void*) {
  while (!looks) { }
  for (int i = 0; i < 20000; i++) {
#ifndef APART
    omc_atomic_begin();
#endif
    x = x + 1;
    y = y + 1;
#ifndef APART
    omc_atomic_end();
#endif
    rounds = rounds + 1;
    omc_hook();
  }
}

static void look(void*) {
  looks = true;
  while (rounds < 20000) {
    omc_assert(x == y);
  }
}

int main() {
  void (*threads[])(void*) = {change, look};
  omc_run_threads(2, threads, nullptr);
  return x == 20000 && y == 20000 ? 0 : 1;
}
