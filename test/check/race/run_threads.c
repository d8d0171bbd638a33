// Whoever calls omc_run_threads goes on behind all of the threads, also where orders are followed: here a lock that is tried.
// RUN: %build-c && %verdict ok --races --outcomes '1 2' -- %t
#include <omc.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void add(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

void try_to_add(void* unused) {
  (void)unused;
  if (pthread_mutex_trylock(&m)) return;
  count++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  void (*threads[])(void*) = {add, try_to_add};
  omc_run_threads(2, threads, NULL);
  printf("%d", count);
  return 0;
}
// COVERS: entry/api races/happens_before
