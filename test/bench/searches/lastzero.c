// N threads increment neighbours in an array while another looks for the last zero (Abdulla et al.).
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 5
#endif
static atomic_int a[N + 1];
static void* find(void* p) {
  for (int i = N; atomic_load(&a[i]) != 0;) i--;
  return p;
}
static void* write_next(void* p) {
  long j = (long)p;
  atomic_store(&a[j], atomic_load(&a[j - 1]) + 1);
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[0], 0, find, 0);
  for (long i = 1; i <= N; i++) pthread_create(&t[i], 0, write_next, (void*)i);
  for (int i = 0; i <= N; i++) pthread_join(t[i], 0);
}
