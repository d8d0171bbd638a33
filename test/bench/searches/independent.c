// Two threads store N times to a variable of their own: nothing depends on their order.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 8
#endif
static atomic_int x[2];
static void* run(void* p) {
  for (int i = 0; i < N; i++) atomic_store(&x[(long)p], i);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
