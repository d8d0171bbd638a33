// Two threads add N times to one variable and do not look at the result.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 8
#endif
static atomic_int x;
static void* run(void* p) {
  for (int i = 0; i < N; i++) atomic_fetch_add(&x, 1);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
