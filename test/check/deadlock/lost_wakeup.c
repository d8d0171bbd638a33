// The signal comes without the mutex, between the waiter's look at the flag and its wait: it is lost. With
// the mutex around the change there is no such moment.
// RUN: %build-c && %verdict deadlock -- %t
// RUN: %verdict ok -- %t with-mutex
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
volatile int flag;

void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!flag)
    pthread_cond_wait(&changed, &m);  // <- deadlock
  pthread_mutex_unlock(&m);
  return unused;
}

void* careless(void* unused) {
  flag = 1;
  pthread_cond_signal(&changed);
  return unused;
}

void* careful(void* unused) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&changed);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, argc > 1 ? careful : careless, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return argv[0] == NULL;
}
// COVERS: sync/condition
