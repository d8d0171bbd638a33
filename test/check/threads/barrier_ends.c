// Whoever sees that all have arrived at a barrier may destroy it and free its memory, or make it again, while others have not
// left it yet: what they do behind it is ordered all the same, also where clocks are followed.
// RUN: %build-c
// RUN: %verdict ok -- %t free
// RUN: %verdict ok -- %t make-again
// RUN: %verdict ok -- %t free-with-clocks
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const char* what;
pthread_barrier_t* barrier;
int data[2];
atomic_int met;

void* work(void* argument) {
  int me = argument != NULL;
  if (!strcmp(what, "free-with-clocks")) atomic_fetch_add_explicit(&met, 1, memory_order_relaxed);
  data[me] = 1;
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(barrier);
    if (strcmp(what, "make-again")) free(barrier);
    else pthread_barrier_init(barrier, NULL, 2);
  }
  assert(data[!me]);
  return NULL;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  what = argv[1];
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, &met);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
// COVERS: sync/barrier races/happens_before
