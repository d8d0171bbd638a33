// Each of two threads waits for the other to end.
// RUN: %build-c && %verdict deadlock -- %t
#include <pthread.h>

pthread_t ids[2];
pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void* wait_for_other(void* other) {
  pthread_mutex_lock(&starting);
  pthread_mutex_unlock(&starting);
  pthread_join(*(pthread_t*)other, NULL);  // <- deadlock
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&starting);
  pthread_create(&ids[0], NULL, wait_for_other, &ids[1]);
  pthread_create(&ids[1], NULL, wait_for_other, &ids[0]);
  pthread_mutex_unlock(&starting);
  pthread_exit(NULL);
}
// COVERS: sync/join
