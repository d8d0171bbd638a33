// An execution longer than --max-steps is a livelock; when livelocks are not looked for, the search is
// incomplete.
// RUN: %build-c && %verdict livelock -- --max-steps 20 %t
// RUN: %verdict incomplete -- --max-steps 20 --check deadlock %t
// RUN: %verdict ok --outcomes '40' -- --max-steps 200 %t
#include <pthread.h>
#include <stdio.h>

int n;

void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  while (n < 40) n++;
  printf("%d", n);
  return 0;
}
