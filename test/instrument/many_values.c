// Hundreds of values that live across hundreds of calls: the compiler takes seconds and not minutes, and none is mixed up.
//
// RUN: timeout 60 %omc-cc -O1 -pthread %s -o %t.1 && %t.1 && %omc check %t.1 | FileCheck %s
// RUN: timeout 60 %omc-cc -O2 -pthread %s -o %t.2 && %t.2 && %omc check %t.2 | FileCheck %s
// CHECK: omc: no bugs: all [[#]] states of 3 threads explored
#include <assert.h>
#include <pthread.h>

__attribute__((noinline)) unsigned mix(unsigned a, unsigned b) {
  __asm__ volatile("");
  return a * 31 + b;
}

#define TEN(DO, n) DO(n##0) DO(n##1) DO(n##2) DO(n##3) DO(n##4) DO(n##5) DO(n##6) DO(n##7) DO(n##8) DO(n##9)
#define HUNDRED(DO, n) \
  TEN(DO, n##0) TEN(DO, n##1) TEN(DO, n##2) TEN(DO, n##3) TEN(DO, n##4) TEN(DO, n##5) TEN(DO, n##6) TEN(DO, n##7) TEN(DO, n##8) TEN(DO, n##9)
#define ALL(DO) HUNDRED(DO, 1) HUNDRED(DO, 2) HUNDRED(DO, 3)
#define FIRST_TEN(DO) TEN(DO, 10) TEN(DO, 11) TEN(DO, 12) TEN(DO, 13)

#define MAKE(n) unsigned v##n = mix(seed, n);
#define USE(n) sum = mix(sum, v##n);
#define FOLLOW(n) unsigned w##n = mix(sum, v##n); sum ^= v##n + w##n;
#define USE_FOLLOWER(n) sum = mix(sum, w##n);

// Some begin where others end.
unsigned straight(unsigned seed) {
  unsigned sum = 0;
  ALL(MAKE)
  FIRST_TEN(FOLLOW)
  ALL(USE)
  FIRST_TEN(USE_FOLLOWER)
  return sum;
}

unsigned in_a_loop(unsigned seed) {
  unsigned sum = 0, others[400];
  for (unsigned n = 100; n < 400; n++) others[n] = mix(seed, n);
  unsigned follow[140];
  for (unsigned n = 100; n < 140; n++) {
    follow[n] = mix(sum, others[n]);
    sum ^= others[n] + follow[n];
  }
  for (unsigned n = 100; n < 400; n++) sum = mix(sum, others[n]);
  for (unsigned n = 100; n < 140; n++) sum = mix(sum, follow[n]);
  return sum;
}

void* work(void* seed) {
  assert(straight((unsigned)(unsigned long)seed) == in_a_loop((unsigned)(unsigned long)seed));
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, (void*)5UL);
  pthread_create(&two, NULL, work, (void*)6UL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
// COVERS: instrumenter/pass/short_lived_values
