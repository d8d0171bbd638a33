// An execution longer than --max-steps that does not end under a fair scheduler either is a livelock; one that
// would end is no bug, nor is the search complete. So it is when livelocks are not looked for.
// RUN: %build-c && %verdict livelock -- --max-steps 20 %t endless
// RUN: %verdict incomplete -- --max-steps 20 --check deadlock %t endless
// RUN: %verdict incomplete -- --max-steps 20 %t
// RUN: %verdict ok --outcomes '40' -- --max-steps 200 %t
#include <pthread.h>
#include <stdio.h>

unsigned n;

void* nothing(void* unused) { return unused; }

int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  while (n < 40 || argc > 1) n++;
  printf("%u", n);
  return 0;
}
// COVERS: search/fair_run search/livelock
