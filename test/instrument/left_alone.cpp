// What asks to be left alone, and what is better left alone.
// RUN: %omc-cxx -std=c++20 -I%source/runtime/include --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20 -I%source/runtime/include
// RUN: %omc-cxx --omc-exclude='left_*.cpp' -I%source/runtime/include --omc-print %s | diff %s -
// RUN: %omc-cxx --omc-only='other/*' -I%source/runtime/include --omc-print %s | diff %s -
#include <cstdio>

#include "omc.h"

OMC_NO_INSTRUMENT int quiet(int n) { return n + 1; }
// CHECK: OMC_NO_INSTRUMENT int quiet(int n) { return n + 1; }
struct S {
  OMC_NO_INSTRUMENT void declared_quiet();
};
void S::declared_quiet() { std::puts("quiet"); }
// CHECK: void S::declared_quiet() { std::puts("quiet"); }
int loud(int n) { return n + 1; }
// CHECK: int loud(int n) { __omc_hook(19); return n + 1; }

#if __cplusplus >= 202002L
consteval int outer(int n) {
  auto inner = [](int m) { return m * 2; };
  return inner(n);
}
// CHECK: consteval int outer(int n) {
// CHECK-NEXT: {{^}}  auto inner = [](int m) { return m * 2; };
// CHECK-NEXT: {{^}}  return inner(n);
#endif

int main() { return loud(1) - quiet(1); }
// COVERS: instrumenter/source/filter
