// A table that is full ends in INCOMPLETE, not in a crash.
// RUN: %build-c && %verdict incomplete -- --memory 1M --time 60s %t
// RUN: %expect-exit 3 %omc check -o - --memory 1M --time 60s %t | FileCheck %s
// CHECK: omc: INCOMPLETE: memory limit
#include <omc.h>
#include <pthread.h>

int a[4], b[4];

void* choose(void* p) {
  int* digits = p;
  for (int i = 0; i < 4; i++) digits[i] = omc_choose(12);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, choose, a);
  pthread_create(&two, NULL, choose, b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: search/visited
