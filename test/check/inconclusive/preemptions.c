// The bug needs two forced switches: away from the first thread between its two statements, and away from
// the second between its own. A smaller bound does not find it; it says so, and how far it looked.
// RUN: %build-c
// RUN: %verdict ok -- --max-preemptions 0 %t
// RUN: %verdict ok -- --max-preemptions 1 %t
// RUN: %verdict assert -- --max-preemptions 2 %t
// RUN: %verdict assert -- %t
// RUN: %omc check %but-races -o - --max-preemptions 1 %t | FileCheck %s
// CHECK: omc: no bugs{{.*}}at most 1 preemption
#include <omc.h>
#include <pthread.h>

int x, y;

void* one(void* unused) {
  x = 1;
  omc_assert(y != 1);  // <- assert
  x = 0;
  return unused;
}

void* two(void* unused) {
  if (x == 1)
    y = 1;
  y = 0;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
// COVERS: search/explore
