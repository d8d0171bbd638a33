// A library that is not instrumented and orders threads by a lock of its own, in a program that uses relaxed atomics: what
// the lock protects is no race, and what it does not protect is one.
// RUN: %clang -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %omc-cc -g -pthread %s %t.so -o %t
// RUN: %verdict ok --races -- %t both
// RUN: %verdict ok --races -- %t callback
// RUN: %verdict data-race --message 'protected is' -- %t one
#include <sched.h>

typedef void Function(void);
void library_lock(void);
void library_unlock(void);
void library_call_locked(Function* function);

#ifdef LIBRARY

static int taken;
void library_lock(void) {
  while (__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE)) sched_yield();
}
void library_unlock(void) { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }
void library_call_locked(Function* function) {
  library_lock();
  function();
  library_unlock();
}

#else

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int calls;
static int protected;
static const char* how;

static void increment(void) { protected++; }

static void* work(void* locks) {
  atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
  if (!strcmp(how, "callback")) {
    library_call_locked(increment);
    return NULL;
  }
  if (locks) library_lock();
  increment();
  if (locks) library_unlock();
  return NULL;
}

int main(int argc, char** argv) {
  (void)argc;
  how = argv[1];
  pthread_t thread;
  pthread_create(&thread, NULL, work, "");
  work(strcmp(how, "one") ? "" : NULL);
  pthread_join(thread, NULL);
  printf("%d\n", protected);
  return 0;
}

#endif
// COVERS: races/external_libraries sharing/instrumented_code
