// A library that is not instrumented has a lock of its own, which nobody sees. What it copies and frees under the lock is no race,
// nor is what the program does after a call that takes it, in the same statement. What the program does while the library
// copies is one.
// RUN: %clang -fPIC -shared -O1 -DLIBRARY %s -o %t.so
// RUN: %omc-cc -g -O1 %s %t.so -o %t
// RUN: %omc check -q %t lock
// RUN: %omc check -q %t weak
// RUN: %omc check -q %t put
// RUN: not %omc check -o - %t write | FileCheck %s
// CHECK: data-race: {{.*}}given{{.*}} is
void take(void);
void leave(void);
int try_to_take(void);
void put(const char* text, int n);
int get(char* text, int n);

#ifdef LIBRARY
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static char last[8];
static char* kept;

void take(void) {
  while (atomic_flag_test_and_set(&is_taken)) sched_yield();
}
int try_to_take(void) { return !atomic_flag_test_and_set(&is_taken); }
void leave(void) { atomic_flag_clear(&is_taken); }

void put(const char* text, int n) {
  take();
  memcpy(last, text, n);
  free(kept);
  kept = malloc(n);
  memcpy(kept, text, n);
  leave();
}

int get(char* text, int n) {
  take();
  memcpy(text, last, n);
  leave();
  return n;
}
#else
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int count;
static atomic_int calls;
static char given[8] = "abcdefg";

static void* lock(void* unused) {
  if (try_to_take() && ++count > 0) leave();
  return unused;
}

static void* weak(void* unused) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  return lock(unused);
}

static void* put_and_get(void* unused) {
  char mine[8] = "abcdefg", got[8];
  put(mine, 8);
  get(got, 8);
  assert(got[6] == 'g');
  return unused;
}

static void* put_given(void* unused) {
  put(given, 8);
  return unused;
}
static void* write_given(void* unused) {
  given[0] = 'x';
  return unused;
}

int main(int argc, char** argv) {
  void* (*first)(void*) = !strcmp(argv[1], "lock") ? lock : !strcmp(argv[1], "weak") ? weak : put_and_get;
  void* (*second)(void*) = first;
  if (!strcmp(argv[1], "write")) first = put_given, second = write_given;
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return argc - 2;
}
#endif
// COVERS: races/external_libraries libc/interpose
