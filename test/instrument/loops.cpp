// Loops: a hook in every round, whatever the body is; none in the header.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++
#include <cstdio>
#include <map>
#include <vector>

static int left = 0;
static bool again() { return left-- > 0; }
#define EMPTY
#define FOREVER for (;;)
#define EACH(i, n) for (int i = 0; i < n; i++)

int main() {
  left = 3;
  while (again());
  // CHECK: {{^}}  __omc_hook(3); while (again()){ __omc_hook(18); ; }
  left = 3;
  while (again()) {}
  // CHECK: {{^}}  __omc_hook(3); while (again()) {__omc_hook(19); }
  left = 3;
  while (again()) { ; { } }
  // CHECK: {{^}}  __omc_hook(3); while (again()) {__omc_hook(19);  ; { } }
  left = 3;
  do ; while (again());
  // CHECK: {{^}}  __omc_hook(3); do { __omc_hook(6); ; } while (again());
  left = 3;
  do left--; while (again());
  // CHECK: {{^}}  __omc_hook(3); do { __omc_hook(6); left--; } while (again());
  do { left--; } while (again());
  // CHECK: {{^}}  __omc_hook(3); do { __omc_hook(8); left--; } while (again());
  for (left = 3; left; left--) ;
  // CHECK: {{^}}  __omc_hook(3); for (left = 3; left; left--) { __omc_hook(32); ; }
  for (left = 3; left; left--) EMPTY;
  // CHECK: {{^}}  __omc_hook(3); for (left = 3; left; left--) EMPTY{ __omc_hook(37); ; }
  for (int i = 0; i < 2; i++) int unused;
  // CHECK: {{^}}  __omc_hook(3); for (int i = 0; i < 2; i++) { __omc_hook(31); int unused; }
  FOREVER { if (left++ > 3) break; }
  // CHECK: {{^}}  __omc_hook(3); FOREVER { __omc_hook(13); if (left++ > 3) { __omc_hook(29); break; } }
  FOREVER if (left++ > 8) break;
  // CHECK: {{^}}  __omc_hook(3); FOREVER { __omc_hook(11); if (left++ > 8) { __omc_hook(27); break; } }
  EACH(i, 3) std::printf("%d\n", i);
  // CHECK: {{^}}  __omc_hook(3); EACH(i, 3) { __omc_hook(14); std::printf("%d\n", i); }
  std::map<int, int> squares;
  // CHECK: {{^}}  __omc_hook(3); std::map<int, int> squares;
  for (int i : std::vector{1, 2, 3}) squares[i] = i * i;
  // CHECK: for (int i : std::vector{1, 2, 3}) { __omc_hook(38); squares[i] = i * i; }
  for (auto& [key, value] : squares)
    std::printf("%d %d\n", key, value);
  // CHECK: for (auto& [key, value] : squares)
  // CHECK-NEXT: {{^}}    { __omc_hook(5); std::printf("%d %d\n", key, value); }
#pragma clang loop unroll(disable)
  for (int i = 0; i < 2; i++) std::printf("hint %d\n", i);
  // CHECK: {{^}}#pragma clang loop unroll(disable)
  // CHECK-NEXT: {{^}}  for (int i = 0; i < 2; i++) { __omc_hook(31); std::printf("hint %d\n", i); }
#pragma omp parallel for
  for (int i = 0; i < 2; i++) std::printf("omp %d\n", i);
  // Without -fopenmp it says nothing.
  // CHECK: {{^}}#pragma omp parallel for
  // CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < 2; i++) { __omc_hook(31); std::printf("omp %d\n", i); }
  if (left)
#pragma unroll
    for (int i = 0; i < 2; i++) { std::printf("unrolled %d\n", i); }
  // CHECK: {{^}}  __omc_hook(3); if (left)
  // CHECK-NEXT: {{^}}#pragma unroll
  // CHECK-NEXT: {{^}}    for (int i = 0; i < 2; i++) { __omc_hook(35); std::printf("unrolled %d\n", i); }
  while (int x = again()) {
    int y;
    // CHECK: {{^}}    __omc_hook(5); int y;
    y = x;
    // CHECK: {{^}}    __omc_hook(5); y = x;
    std::printf("%d\n", y);
  }
}
// COVERS: instrumenter/source/statements
