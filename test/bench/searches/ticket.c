// T threads add under a ticket lock; with SPIN, under a test-and-set lock.
#include <pthread.h>
#include <stdatomic.h>
#ifndef T
#define T 3
#endif
static atomic_int next, serving, held;
static int x;
static void lock(void) {
#ifdef SPIN
  while (atomic_exchange(&held, 1)) {
  }
#else
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
#endif
}
static void unlock(void) {
#ifdef SPIN
  atomic_store(&held, 0);
#else
  atomic_fetch_add(&serving, 1);
#endif
}
static void* run(void* p) {
  lock();
  x++;
  unlock();
  return p;
}
int main(void) {
  pthread_t t[T];
  for (int i = 0; i < T; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
