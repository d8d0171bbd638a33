// A lock made of assembly: which order its instructions pass on is not known, so what it guards is no race, neither where orders
// are followed (relaxed) nor where it is taken and used within one statement. Without the lock it is one.
// RUN: %omc-cc -g -O1 %s -o %t
// RUN: %omc check -q %t guarded
// RUN: %omc check -q %t relaxed
// RUN: %omc check -q %t tried
// RUN: not %omc check -o - %t bare | FileCheck %s
// RUN: not %omc check -o - %t bare_relaxed | FileCheck %s
// CHECK: data-race: count is
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int word, count;
static atomic_int calls;

#define EXCHANGE(p, value)                                                           \
  ({                                                                                 \
    int old = value;                                                                 \
    __asm__ __volatile__("xchgl %0, %1" : "+r"(old), "+m"(*(p)) : : "memory");       \
    old;                                                                             \
  })

static void lock(void) {
  while (EXCHANGE(&word, 1)) __asm__ __volatile__("pause" : : : "memory");
}
static void unlock(void) { EXCHANGE(&word, 0); }

static void* guarded(void* unused) {
  lock();
  count++;
  unlock();
  return unused;
}

static void* relaxed(void* unused) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  return guarded(unused);
}

static void* tried(void* unused) {
  if (!EXCHANGE(&word, 1) && ++count > 0) unlock();
  return unused;
}

static void* bare(void* unused) {
  count++;
  return unused;
}

static void* bare_relaxed(void* unused) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  count++;
  return unused;
}

int main(int argc, char** argv) {
  void* (*work)(void*) = !strcmp(argv[1], "guarded") ? guarded : !strcmp(argv[1], "relaxed") ? relaxed
                       : !strcmp(argv[1], "tried") ? tried : !strcmp(argv[1], "bare") ? bare : bare_relaxed;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  if (work == guarded || work == relaxed) assert(count == 2);
  return argc - 2;
}
// COVERS: instrumenter/pass/external_calls races/happens_before
