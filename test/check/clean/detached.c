// A detached thread; main leaves through a condition variable, so all has been said.
// RUN: %build-c && %verdict ok --races --outcomes 'ab' -- %t
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
int is_finished;

void* work(void* unused) {
  putchar('a');
  pthread_mutex_lock(&m);
  is_finished = 1;
  pthread_cond_signal(&finished);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&worker, &detached, work, NULL);
  pthread_mutex_lock(&m);
  while (!is_finished) pthread_cond_wait(&finished, &m);
  pthread_mutex_unlock(&m);
  putchar('b');
  return 0;
}
// COVERS: sync/join sync/condition
