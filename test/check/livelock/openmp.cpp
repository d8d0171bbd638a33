// The library of OpenMP draws random numbers while it waits for tasks, so that no state comes back: no livelock.
// RUN: %omc-cxx -fopenmp -O1 -g %s -o %t
// RUN: not %omc check -j1 --max-steps 2000 -o - %t | FileCheck %s
// CHECK: INCOMPLETE: step limit of one execution (cut at --max-steps, though under a fair scheduler it would end
#include <cstdio>

int half(int n) {
  int rest = 0;
  if (n < 2) return n;
#pragma omp task shared(rest)
  rest = half(n / 2);
#pragma omp taskwait
  return rest;
}

int main() {
  int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  result = half(2);
  std::printf("%d\n", result);
}
// COVERS: search/livelock races/external_libraries
