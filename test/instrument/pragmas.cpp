// Pragmas: those that belong to the statement after them stay next to it, whichever way they are written; the
// others do not keep a hook away.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++
#include <cstdio>

#define UNROLL _Pragma("unroll")
#define LOOP(hint) PRAGMA(clang loop hint(disable))
#define PRAGMA(x) _Pragma(#x)
#define QUIET(...) _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wall\"") __VA_ARGS__ _Pragma("GCC diagnostic pop")

static int calls = 0;
static int call(int n) { return calls += n; }
// CHECK: {{^}}static int call(int n) { __omc_hook(26); return calls += n; }

static double first_in_block(double d) {
#pragma clang fp contract(off)
  d *= 3;
  if (d > 1) {
#pragma STDC FP_CONTRACT OFF
    d += 1;
  }
  while (d < 100) {
#pragma STDC FP_CONTRACT OFF
    d = d * 2 + 1;
  }
  while (call(1) < 5) {
#pragma STDC FP_CONTRACT OFF
    struct Unused {};
  }
  while (call(1) < 9) {
#pragma STDC FP_CONTRACT OFF
  }
  return d;
}
// CHECK: {{^}}  __omc_hook(3); d *= 3;
// CHECK-NEXT: {{^}}  __omc_hook(3); if (d > 1) {
// CHECK: {{^}}    __omc_hook(5); d += 1;
// CHECK: {{^}}  __omc_hook(3); while (d < 100) {
// CHECK: {{^}}    __omc_hook(5); d = d * 2 + 1;
// CHECK: {{^}}  __omc_hook(3); while (call(1) < 5) {
// CHECK: {{^}}  __omc_hook(23); }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (call(1) < 9) {
// CHECK: {{^}}  __omc_hook(23); }
// CHECK-NEXT: {{^}}  __omc_hook(3); return d;

static int loops(int n) {
  _Pragma("unroll") for (int i = 0; i < n; i++) call(i);
  UNROLL
  for (int i = 0; i < n; i++) call(i);
  LOOP(vectorize)
  for (int i = 0; i < n; i++) call(i);
#  pragma   nounroll
  while (n-- > 0) call(n);
#pragma clang loop unroll_count(2)
  do call(1); while (n++ < 2);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
  int unused = call(2);
#pragma GCC diagnostic pop
  call(3);
#pragma pack(push, 1)
  struct Packed { char c; int n; } packed = {1, call(2)};
#pragma pack(pop)
  QUIET(call(5);)
  QUIET(if (n) call(6);)
#pragma unknown to everybody
  call(7);
#pragma region name
  call(8);
#pragma endregion
  return packed.n;
}
// CHECK: {{^}}  _Pragma("unroll") for (int i = 0; i < n; i++) { __omc_hook(49); call(i); }
// CHECK: {{^}}  for (int i = 0; i < n; i++) { __omc_hook(31); call(i); }
// CHECK: {{^}}  for (int i = 0; i < n; i++) { __omc_hook(31); call(i); }
// CHECK: {{^}}  while (n-- > 0) { __omc_hook(19); call(n); }
// CHECK: {{^}}  do { __omc_hook(6); call(1); } while (n++ < 2);
// CHECK: {{^}}  __omc_hook(3); int unused = call(2);
// CHECK: {{^}}  __omc_hook(3); call(3);
// CHECK: {{^}}  __omc_hook(3); struct Packed { char c; int n; } packed = {1, call(2)};
// CHECK: {{^}}  __omc_hook(3); QUIET(call(5);)
// CHECK-NEXT: {{^}}  __omc_hook(3); QUIET(if (n) { __omc_hook_on([[#@LINE-17]], 16); call(6); })
// CHECK: {{^}}  __omc_hook(3); call(7);
// CHECK: {{^}}  __omc_hook(3); call(8);
// CHECK: {{^}}  __omc_hook(3); return packed.n;

int main() { std::printf("%f %d %d\n", first_in_block(1.5), loops(3), calls); }
// CHECK: {{^}}int main() { __omc_hook(14); std::printf("%f %d %d\n", first_in_block(1.5), loops(3), calls); }
// COVERS: instrumenter/source/tokens
