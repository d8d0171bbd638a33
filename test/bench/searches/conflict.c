// Two threads load and store one variable N times.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
static atomic_int x;
static void* run(void* p) {
  for (int i = 0; i < N; i++) {
    int v = atomic_load(&x);
    atomic_store(&x, v + 1);
  }
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
