// T threads lock, add, unlock, N times.
#include <pthread.h>
#ifndef N
#define N 4
#endif
#ifndef T
#define T 3
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* run(void* p) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[T];
  for (long i = 0; i < T; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
