// SV-COMP's fib_bench: two threads add each other's variable to their own, N times.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
static atomic_int i = 1, j = 1;
static void* one(void* p) {
  for (int k = 0; k < N; k++) {
    int v = atomic_load(&i), w = atomic_load(&j);
    atomic_store(&i, v + w);
  }
  return p;
}
static void* two(void* p) {
  for (int k = 0; k < N; k++) {
    int v = atomic_load(&j), w = atomic_load(&i);
    atomic_store(&j, v + w);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  int most = 1, before = 1;
  for (int k = 0; k < 2 * N; k++) {
    int next = most + before;
    before = most;
    most = next;
  }
  assert(i <= most && j <= most);
}
