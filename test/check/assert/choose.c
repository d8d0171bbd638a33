// omc_choose branches over all its values, in the main thread and beside others; omc_assume abandons what is
// not meant.
// RUN: %build-c && %verdict ok --outcomes '00 01 02 10 11 12' -- %t
// RUN: %verdict ok --outcomes '00 01 02 10 11 12' -- --search exhaustive %t
// RUN: %verdict ok --outcomes '01 02 12' -- %t assume
#include <omc.h>
#include <pthread.h>
#include <stdio.h>

int first, second;

void* choose(void* unused) {
  second = omc_choose(3);
  return unused;
}

int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, choose, argv);
  first = omc_choose(2);
  pthread_join(thread, NULL);
  if (argc > 1) omc_assume(first < second);
  printf("%d%d", first, second);
  return 0;
}
// COVERS: entry/api search/explore run/schedule
