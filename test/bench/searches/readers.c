// N threads read what one writes.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 6
#endif
static atomic_int x;
static void* write_x(void* p) {
  atomic_store(&x, 1);
  return p;
}
static void* read_x(void* p) {
  atomic_load(&x);
  return p;
}
int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[0], 0, write_x, 0);
  for (long i = 1; i <= N; i++) pthread_create(&t[i], 0, read_x, 0);
  for (int i = 0; i <= N; i++) pthread_join(t[i], 0);
}
