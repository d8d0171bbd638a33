// A loop that does nothing but start threads, for ever: what a thread does is found all the same.
// COVERS: steps/reduction search/passes
//
// RUN: %build-c && %expect-exit 1 %omc check -j1 -o - %t | FileCheck %s
// CHECK: error: assert: assertion 'omc_choose(2) == 0' failed
// CHECK: 1 bug: assert ({{.*}} INCOMPLETE: thread limit
#include <assert.h>
#include <pthread.h>

#include "omc.h"

static void* start(void* argument) {
  assert(omc_choose(2) == 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (;;) pthread_create(&thread, NULL, start, NULL);
}
