// A bounded buffer with two producers and two consumers of N items each.
#include <pthread.h>
#ifndef N
#define N 1
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int count;
static void* produce(void* p) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    while (count == 1) pthread_cond_wait(&full, &m);
    count++;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&m);
  }
  return p;
}
static void* consume(void* p) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&empty, &m);
    count--;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, i < 2 ? produce : consume, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
