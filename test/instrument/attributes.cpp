// Attributes stay on their statement, and a hook before both.
// RUN: %omc-cxx -std=c++23 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++23
#include <cstdio>

[[gnu::noinline]] static int leaf(int n) { return n + 1; }
[[noreturn]] static void never() { throw 1; }
static int tail(int n, int sum) {
  if (n == 0) return sum;
  [[clang::musttail]] return tail(n - 1, sum + n);
}
static int gnu_tail(int n, int sum) {
  if (n == 0) return sum; else __attribute__((musttail)) return gnu_tail(n - 1, sum + n);
}
static int branches(int n) {
  if (n > 2) [[likely]] n++; else [[unlikely]] n--;
  if (n) [[likely]] { n++; } else [[unlikely]] if (n > 1) n = 3;
  while (n < 10) [[likely]] n += 2;
  for (int i = 0; i < 2; i++) [[unlikely]] { n += i; }
  switch (n) { [[likely]] case 1: n++; break; case 2: [[fallthrough]]; [[unlikely]] default: n += 5; [[fallthrough]]; case 3: ; }
  do [[likely]] n++; while (n < 20);
  [[assume(n > 0)]];
  [[clang::nomerge]] leaf(n);
  [[clang::noinline]] n = leaf(n);
  [[clang::always_inline]] n = leaf(n);
  if (n) [[clang::nomerge]] leaf(n);
  [[maybe_unused]] label: [[maybe_unused]] int used = leaf(n);
  [[gnu::unused]] auto lambda = [] [[nodiscard]] { return 1; };
  [[likely]] { n += lambda(); }
  [[]] n++;
  [[]] [[clang::suppress]] { n++; }
  if (n < 0) { never(); }
  if (n) [[maybe_unused]] other: n++; else [[maybe_unused]] third: [[likely]] n--;
  while (n < 30) [[unknown::attribute]] n += 2;
  [[unknown::attribute(a[b], (c))]] n++;
  [[unknown::one]] [[unknown::two, unknown::three]] n++;
  __attribute__((unknown)) int gnu = leaf(n);
  switch (n) { [[unknown::attribute]] case 3: [[unknown::attribute]] n++; }
  if (n < 0) goto other; else if (n < -1) goto third;
  if (n < 0) goto label;
  return n + used;
}
// CHECK: {{^}}{{\[\[}}gnu::noinline]] static int leaf(int n) { __omc_hook(44); return n + 1; }
// CHECK-NEXT: {{^}}{{\[\[}}noreturn]] static void never() { __omc_hook(36); throw 1; }
// CHECK: {{^}}  __omc_hook(3); if (n == 0) { __omc_hook(15); return sum; }
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}clang::musttail]] return tail(n - 1, sum + n);
// CHECK: {{^}}  __omc_hook(3); if (n == 0) { __omc_hook(15); return sum; } else { __omc_hook(32); __attribute__((musttail)) return gnu_tail(n - 1, sum + n); }
// CHECK: {{^}}  __omc_hook(3); if (n > 2) {{\[\[}}likely]] { __omc_hook(25); n++; } else {{\[\[}}unlikely]] { __omc_hook(48); n--; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) {{\[\[}}likely]] { __omc_hook(23); n++; } else {{\[\[}}unlikely]] { __omc_hook(48); if (n > 1) { __omc_hook(59); n = 3; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (n < 10) {{\[\[}}likely]] { __omc_hook(29); n += 2; }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < 2; i++) {{\[\[}}unlikely]] { __omc_hook(46); n += i; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { {{\[\[}}likely]] case 1: __omc_hook(35); n++; __omc_hook(40); break; case 2: {{\[\[}}fallthrough]]; {{\[\[}}unlikely]] default: __omc_hook(94); n += 5; {{\[\[}}fallthrough]]; case 3: ; }
// CHECK-NEXT: {{^}}  __omc_hook(3); do {{\[\[}}likely]] { __omc_hook(17); n++; } while (n < 20);
// CHECK: {{^}}  __omc_hook(3); {{\[\[}}clang::nomerge]] leaf(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}clang::noinline]] n = leaf(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}clang::always_inline]] n = leaf(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); {{\[\[}}clang::nomerge]] leaf(n); }
// CHECK-NEXT: {{^}}  {{\[\[}}maybe_unused]] label: __omc_hook(27); {{\[\[}}maybe_unused]] int used = leaf(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}gnu::unused]] auto lambda = [] {{\[\[}}nodiscard]] { __omc_hook(52); return 1; };
// CHECK-NEXT: {{^}}  {{\[\[}}likely]] { __omc_hook(16); n += lambda(); }
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}]] n++;
// CHECK-NEXT: {{^}}  {{\[\[}}]] {{\[\[}}clang::suppress]] { __omc_hook(30); n++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n < 0) { __omc_hook(16); never(); }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { {{\[\[}}maybe_unused]] other: __omc_hook(34); n++; } else { {{\[\[}}maybe_unused]] third: __omc_hook(68); {{\[\[}}likely]] n--; }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (n < 30) { __omc_hook(18); {{\[\[}}unknown::attribute]] n += 2; }
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}unknown::attribute(a[b], (c))]] n++;
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}unknown::one]] {{\[\[}}unknown::two, unknown::three]] n++;
// CHECK-NEXT: {{^}}  __omc_hook(3); __attribute__((unknown)) int gnu = leaf(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { {{\[\[}}unknown::attribute]] case 3: __omc_hook(47); {{\[\[}}unknown::attribute]] n++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n < 0) { __omc_hook(14); goto other; } else { __omc_hook(31); if (n < -1) { __omc_hook(43); goto third; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n < 0) { __omc_hook(14); goto label; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return n + used;

int main() { std::printf("%d %d %d %d\n", tail(10, 0), gnu_tail(10, 0), branches(1), branches(5)); }
// CHECK: {{^}}int main() { __omc_hook(14); std::printf("%d %d %d %d\n", tail(10, 0), gnu_tail(10, 0), branches(1), branches(5)); }
// COVERS: instrumenter/source/statements instrumenter/source/tokens
