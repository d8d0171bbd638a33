// What nobody sees, such as assembly, writes over what lies before a block: that is told where the block is given back.
// RUN: %build-c && %expect-exit 1 %omc check -o - %t | FileCheck %s
// CHECK: overwritten.c:[[#@LINE+16]]:{{.*}} error: memory: free of a block whose header was overwritten: a block of 32 bytes [omc-memory]
// CHECK: omc: 1 bug: memory
#include <pthread.h>
#include <stdlib.h>

static void scribble(void* at, size_t n) {
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(0x41) : "memory");
}

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  char* block = malloc(30);
  scribble(block - 16, 16);
  free(block);
  pthread_join(thread, NULL);
  return 0;
}
// COVERS: heap/heap races/memory_errors
