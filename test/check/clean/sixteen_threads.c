// Sixteen threads alive at once: each starts the next and waits for it. Without preemptions that is one
// execution; with one, every thread can be left while it starts the next, and nothing else changes.
// RUN: %build-c && %verdict ok --races --outcomes 'ponmlkjihgfedcba' --count threads=17 -- --max-preemptions 0 %t
// RUN: %verdict ok --races --outcomes 'ponmlkjihgfedcba' --count threads=17 -- --max-preemptions 1 %t
#include <pthread.h>
#include <stdio.h>

char names[] = "abcdefghijklmnop";

void* start_next(void* argument) {
  char* name = argument;
  if (name[1]) {
    pthread_t next;
    pthread_create(&next, NULL, start_next, name + 1);
    pthread_join(next, NULL);
  }
  putchar(*name);
  return NULL;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, NULL, start_next, names);
  pthread_join(first, NULL);
  return 0;
}
// COVERS: threads/scheduler search/explore
