// Both threads free the same block when they run into each other.
// RUN: %build-c && %verdict memory -- %t
// RUN: %verdict memory -- %t use
#include <pthread.h>
#include <stdlib.h>

int* volatile block;

void* drop(void* unused) {
  int* mine = block;
  if (mine) free(mine);
  block = NULL;
  return unused;
}

void* write_to(void* unused) {
  int* mine = block;
  if (mine) *mine = 1;
  return unused;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  block = malloc(sizeof *block);
  pthread_create(&one, NULL, drop, NULL);
  pthread_create(&two, NULL, argc > 1 ? write_to : drop, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return argv[0] == NULL;
}
