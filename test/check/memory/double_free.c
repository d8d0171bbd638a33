// Both threads free the same block when they run into each other.
// RUN: %build-c && %verdict memory -- %t
// RUN: %expect-exit 1 %omc check %but-races -o - %t | FileCheck %s
// CHECK: error: memory: double free: a block of 4 bytes, freed by thread [[#FIRST:]] at double_free.c:[[#LINE:]] [omc-memory]
// CHECK-NEXT: thread {{[12]}} (drop) frees a block of 4 bytes at double_free.c:[[#LINE]]: free(mine);
// CHECK-NEXT: allocated by thread 0 (main) at double_free.c:{{[0-9]+}}: block = malloc(sizeof *block);
// CHECK-NEXT: freed by thread [[#FIRST]] (drop) at double_free.c:[[#LINE]]
#include <pthread.h>
#include <stdlib.h>

int* volatile block;

void* drop(void* unused) {
  int* mine = block;
  if (mine) free(mine);
  block = NULL;
  return unused;
}

int main(void) {
  pthread_t one, two;
  block = malloc(sizeof *block);
  pthread_create(&one, NULL, drop, NULL);
  pthread_create(&two, NULL, drop, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: heap/heap races/memory_errors
