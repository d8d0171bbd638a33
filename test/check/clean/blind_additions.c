// Additions whose results nobody reads commute: one order of them is enough, until somebody looks.
// RUN: %build-c && %verdict ok --races --count states=16 -- %t
// RUN: %omc-cc -O1 -g -pthread -DLOOKS %s -o %t && %verdict assert --races -- %t
// RUN: %omc-cc -O1 -g -pthread -DUSES %s -o %t && %verdict assert --races -- %t
// RUN: %omc-cc -O1 -g -pthread -DORDERS %s -o %t && %verdict data-race -- %t
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;
static int data;

static void* count(void* p) {
  for (int i = 0; i < 4; i++) atomic_fetch_add(&hits, 1);
  return p;
}

static void* other(void* p) {
#if defined(LOOKS)
  assert(atomic_load(&hits) != 3);  // <- assert
#elif defined(USES)
  assert(atomic_fetch_sub(&hits, 2) != 3);  // <- assert
#elif defined(ORDERS)
  // Only the thread whose addition comes second knows of what precedes the first.
  data = 1;  // <- data-race
  atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
#else
  for (int i = 0; i < 4; i++) atomic_fetch_sub(&hits, 1);
#endif
  return p;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, count, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_create(&threads[2], NULL, count, NULL);
#ifdef ORDERS
  atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
  if (data) data = 2;
#endif
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
#if !defined(LOOKS) && !defined(USES) && !defined(ORDERS)
  assert(hits == 4);
#endif
}
// COVERS: world/uses search/users instrumenter/pass/blind_additions
