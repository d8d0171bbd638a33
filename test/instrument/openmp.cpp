// OpenMP: directives stay before their statement and keep the shapes they demand; the code inside has hooks.
// RUN: %omc-cxx -fopenmp --omc-naive --omc-print %s | %text
// RUN: %omc-cxx -fopenmp -Wall -Werror -c %s -o %t.o && not grep -q 'plain 0' %t.o && grep -qE '(hooks|versions) ' %t.o
// RUN: %same-c++ -Wno-source-uses-openmp
#include <cstdio>

static int next(int n) { return n + 1; }
#define PARALLEL _Pragma("omp parallel for")
#define PRAGMA(x) _Pragma(#x)
#define TWO(x) x++; x++
// CHECK: {{^}}static int next(int n) { __omc_hook(26); return n + 1; }
// CHECK: {{^}}#define TWO(x) x++; __omc_hook(0); x++

int loops(int n) {
  int sum = 0, last = 0, grid[4][4] = {};
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += next(i);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = i * j;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) { int k = grid[i][j]; sum += k; }
  }
#pragma omp simd
  for (int i = 0; i < 4; i++) grid[0][i] = i;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; ++i) {
    if (i % 2) continue;
    last = i;
  }
#pragma omp parallel for
  for (int i = 0; i < 4; i++) if (i) TWO(grid[3][0]);
  PARALLEL
  for (int i = 0; i < 4; i++) grid[1][i]++;
  PRAGMA(omp parallel for) for (int i = 0; i < 4; i++) grid[2][i]++;
  return sum + last + grid[0][3] + grid[1][1];
}
// CHECK: {{^}}  __omc_hook(3); int sum = 0, last = 0, grid[4][4] = {};
// CHECK: {{^}}  for (int i = 0; i < n; i++) { __omc_hook(31); sum += next(i); }
// CHECK: {{^}}    for (int j = 0; j < 4; j++) { __omc_hook(33); grid[i][j] = i * j; }
// CHECK: {{^}}    for (int j = 0; j < 4; j++) { __omc_hook(35); int k = grid[i][j]; __omc_hook(55); sum += k; }
// CHECK: {{^}}  for (int i = 0; i < 4; i++) { __omc_hook(31); grid[0][i] = i; }
// CHECK: {{^}}    __omc_hook(5); if (i % 2) { __omc_hook(16); continue; }
// CHECK-NEXT: {{^}}    __omc_hook(5); last = i;
// CHECK: {{^}}  for (int i = 0; i < 4; i++) if (i) __omc_hook(38), TWO(grid[3][0]);
// CHECK: {{^}}  for (int i = 0; i < 4; i++) { __omc_hook(31); grid[1][i]++; }
// CHECK-NEXT: {{^}}  PRAGMA(omp parallel for) for (int i = 0; i < 4; i++) { __omc_hook(56); grid[2][i]++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return sum + last + grid[0][3] + grid[1][1];

int regions(int n) {
  int total = 0, seen = 0;
#pragma omp parallel num_threads(1)
  {
    int mine = next(n);
#pragma omp critical
    total += mine;
#pragma omp single
    { seen++; total++; }
#pragma omp barrier
    mine++;
#pragma omp atomic
    total++;
#pragma omp atomic capture
    { mine = total; total += 2; }
#pragma omp master
    if (mine) seen++; else seen--;
  }
#pragma omp parallel sections num_threads(1)
  {
    seen++;
#pragma omp section
    { seen++; seen += 2; }
#pragma omp section
    total++;
  }
#pragma omp parallel default(none) shared(total)
  {
#pragma omp single
    total++;
    int own = 0;
#pragma omp for reduction(+ : total)
    for (int i = 0; i < 2; i++) if (i) total += i + own; else own++;
  }
#pragma omp task
  total++;
#pragma omp taskwait
  if (n)
#pragma omp critical
  { total++; }
  return total * 100 + seen;
}
// CHECK: {{^}}  __omc_hook(3); int total = 0, seen = 0;
// CHECK: {{^}}    __omc_hook(5); int mine = next(n);
// CHECK: {{^}}    { __omc_hook(5); total += mine; }
// CHECK: {{^}}    { __omc_hook(7); seen++; __omc_hook(15); total++; }
// CHECK: {{^}}    { __omc_hook(5); if (mine) { __omc_hook(15); seen++; } else { __omc_hook(28); seen--; } }
// CHECK: {{^}}    { __omc_hook(7); seen++; __omc_hook(15); seen += 2; }
// CHECK: {{^}}    { __omc_hook(5); total++; }
// CHECK: {{^}}    { __omc_hook(5); total++; }
// CHECK: {{^}}    __omc_hook(5); int own = 0;
// CHECK: {{^}}    for (int i = 0; i < 2; i++) { __omc_hook(33); if (i) { __omc_hook(40); total += i + own; } else { __omc_hook(63); own++; } }
// CHECK: {{^}}  { __omc_hook(3); total++; }
// CHECK: {{^}}  { __omc_hook(5); total++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return total * 100 + seen;

int scanned(int n) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
#pragma omp simd reduction(inscan, + : sum)
  for (int i = 0; i < 4; i++) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    a[i] = sum;
  }
#pragma omp tile sizes(2)
  for (int i = 0; i < 4; i++) sum += i;
  return n + sum;
}
// CHECK: {{^}}  __omc_hook(3); int a[4] = {1, 2, 3, 4}, sum = 0;
// CHECK: {{^}}  __omc_hook(3); return n + sum;

int main() { std::printf("%d %d %d\n", loops(5), regions(3), scanned(1)); }
// CHECK: {{^}}int main() { __omc_hook(14); std::printf("%d %d %d\n", loops(5), regions(3), scanned(1)); }
// COVERS: instrumenter/source/openmp
