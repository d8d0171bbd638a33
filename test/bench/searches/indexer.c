// Flanagan and Godefroid's indexer: N threads insert into a hash table by compare-and-swap.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
#define SIZE 128
static atomic_int table[SIZE];
static void* run(void* p) {
  int id = (int)(long)p, m = 0;
  for (;;) {
    if (m >= 4) return 0;
    int w = ++m * 11 + id, h = (w * 7) % SIZE, zero = 0;
    while (!atomic_compare_exchange_strong(&table[h], &zero, w)) h = (h + 1) % SIZE, zero = 0;
  }
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
