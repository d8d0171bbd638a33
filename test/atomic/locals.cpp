// Statements that touch only unshared locals cost nothing: neither a hook nor a call is left of
// them, and a function of such statements is the same as in a plain build.
// RUN: %omc-cxx --omc-mode=atomic -O2 -S -g0 %s -o - | FileCheck %s
// CHECK-LABEL: {{^}}locals:
// CHECK-NOT: omc_
// CHECK-LABEL: {{^}}shared:
// CHECK: omc_atomic_waiting
// CHECK: omc_atomic_hook
// COVERS: instrumenter/atomic/sections
int x;
extern "C" long locals(long n) {
  long sum = 1;
  for (long i = 0; i < n; i++) {
    sum = sum * 3 + i;
    if (sum > 1000) sum -= 999;
  }
  return sum;
}
extern "C" void shared(int n) {
  for (int i = 0; i < n; i++) x = x * 3 + 1;
}
