// What lies between omc_atomic_begin and omc_atomic_end is one step, also where the pairs nest; a thread that
// has to wait in there lets others run.
// RUN: %build-c && %verdict ok --outcomes 'ab12 12ab' -- %t
// RUN: %verdict ok --outcomes 'ab12 12ab' -- --search exhaustive %t
// RUN: %verdict ok --outcomes 'ab12 12ab a12b' -- %t wait
#include <omc.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int waits;

void* letters(void* unused) {
  omc_atomic_begin();
  putchar('a');
  if (waits) pthread_mutex_lock(&m);
  omc_atomic_begin();
  putchar('b');
  omc_atomic_end();
  if (waits) pthread_mutex_unlock(&m);
  omc_atomic_end();
  return unused;
}

void* digits(void* unused) {
  if (waits) pthread_mutex_lock(&m);
  omc_atomic_begin();
  putchar('1');
  putchar('2');
  omc_atomic_end();
  if (waits) pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  waits = argc > 1;
  pthread_create(&one, NULL, letters, argv);
  pthread_create(&two, NULL, digits, argv);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: entry/api steps/point
