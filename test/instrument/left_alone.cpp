// What asks to be left alone, and what is better left alone.
// RUN: %omc-cxx -I%source/runtime/include -fopenmp --omc-print %s | grep -v "// CHECK" | FileCheck %s
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

constexpr int outer(int n) {
  auto inner = [](int m) { return m * 2; };
  return inner(n);
}
// CHECK: constexpr int outer(int n) {
// CHECK-NEXT: {{^}}  auto inner = [](int m) { return m * 2; };
// CHECK-NEXT: {{^}}  return inner(n);

// OpenMP has its own ideas of what may stand under a directive.
int sums(int n) {
  int sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) sum += j;
#pragma omp parallel sections
  {
    sum++;
#pragma omp section
    sum++;
  }
  return sum;
}
// CHECK: {{^}}  __omc_hook(3); int sum = 0;
// CHECK-NEXT: {{^}}#pragma omp parallel for collapse(2) reduction(+ : sum)
// CHECK-NEXT: {{^}}  for (int i = 0; i < n; i++)
// CHECK-NEXT: {{^}}    for (int j = 0; j < n; j++) sum += j;
// CHECK-NEXT: {{^}}#pragma omp parallel sections
// CHECK-NEXT: {{^}}  {
// CHECK-NEXT: {{^}}    sum++;
// CHECK: {{^}}  __omc_hook(3); return sum;
