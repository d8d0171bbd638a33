// A spin loop ends when another thread sets the flag: the loop comes back to the same state and is not
// walked again. When nobody sets it, the threads go round for ever.
// RUN: %build-c && %verdict ok --outcomes 'done' -- %t
// RUN: %verdict livelock -- %t never
// RUN: %verdict ok --outcomes '. done' -- --check deadlock %t sometimes
#include <pthread.h>
#include <stdio.h>
#include <string.h>

volatile int flag;

void* set(void* how) {
  if (!how) flag = 1;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t setter;
  int never = argc > 1 && !strcmp(argv[1], "never");
  pthread_create(&setter, NULL, set, never ? argv : NULL);
  if (argc > 1 && !never && !flag) return 0;
  while (!flag) {
  }
  printf("done");
  pthread_join(setter, NULL);
  return 0;
}
// COVERS: search/livelock search/visited
