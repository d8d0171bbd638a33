// Two threads count to a million in variables of their own, and add once to a shared one.
#include <pthread.h>
#include <stdatomic.h>
static atomic_long x;
static void* run(void* p) {
  long sum = 0;
  for (long i = 0; i < 1000000; i++) sum += i ^ sum;
  atomic_fetch_add(&x, sum);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
