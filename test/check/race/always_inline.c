// A function that is to be inlined always, and is called by its address as well: that copy of it is instrumented.
// RUN: %build-c
// RUN: %verdict data-race --message 'count is' -- %t
// RUN: %omc-cc -O0 -g -pthread %s -o %t.0
// RUN: %verdict data-race --message 'count is' -- %t.0
#include <pthread.h>
#include <stdio.h>

static int count;

static inline __attribute__((always_inline)) void* work(void* nothing) {
  count++;
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  printf("%d\n", count);
  return 0;
}
// COVERS: instrumenter/pass/versions
