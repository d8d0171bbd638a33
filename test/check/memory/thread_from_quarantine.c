// The C library allocates for a thread that is being made, and takes a freed block. That thread has no stack yet.
// RUN: %build-c && %verdict ok --outcomes . -- %t
#include <pthread.h>
#include <stdlib.h>

enum { most = 40000 };
static void* blocks[most];

static void* nothing(void* p) { return p; }

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < most; i++) blocks[i] = malloc(272);
  for (int i = 0; i < most; i++) free(blocks[i]), blocks[i] = NULL;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, nothing, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
// COVERS: heap/reachability
