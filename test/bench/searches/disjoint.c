// One lock, and data of its own for each of T threads.
#include <pthread.h>
#ifndef T
#define T 5
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x[T];
static void* run(void* p) {
  pthread_mutex_lock(&m);
  x[(long)p]++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[T];
  for (long i = 0; i < T; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
