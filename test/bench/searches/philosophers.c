// T philosophers who take the fork with the lower number first; with DEADLOCK, the left one.
#include <pthread.h>
#ifndef T
#define T 4
#endif
static pthread_mutex_t fork_of[T];
static int meals[T];
static void* run(void* p) {
  long a = (long)p, b = (a + 1) % T;
#ifndef DEADLOCK
  if (a > b) {
    long c = a;
    a = b;
    b = c;
  }
#endif
  pthread_mutex_lock(&fork_of[a]);
  pthread_mutex_lock(&fork_of[b]);
  meals[(long)p]++;
  pthread_mutex_unlock(&fork_of[b]);
  pthread_mutex_unlock(&fork_of[a]);
  return 0;
}
int main(void) {
  pthread_t t[T];
  for (int i = 0; i < T; i++) pthread_mutex_init(&fork_of[i], 0);
  for (long i = 0; i < T; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
