// Both threads free the same block when they run into each other.
// RUN: %build-c && %verdict memory -- %t
#include <pthread.h>
#include <stdlib.h>

int* volatile block;

void* drop(void* unused) {
  int* mine = block;
  if (mine) free(mine);
  block = NULL;
  return unused;
}

int main(void) {
  pthread_t one, two;
  block = malloc(sizeof *block);
  pthread_create(&one, NULL, drop, NULL);
  pthread_create(&two, NULL, drop, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
