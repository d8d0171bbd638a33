// What the report says about each thing that a thread can wait for in vain: who is in the way, or why nobody wakes it.
// RUN: %build-c
// RUN: for how in ended lost never again instead semaphore barrier once join writer self; do echo "== $how"; \
// RUN:   %expect-exit 1 %omc check -o - --color never %t $how || exit 1; done > %t.reports
// RUN: FileCheck %s < %t.reports
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
pthread_once_t flag = PTHREAD_ONCE_INIT;
pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
pthread_barrier_t gate;
sem_t items, arrived;
pthread_t one, two;

void* keep(void* unused) {
  pthread_mutex_lock(&m);
  return unused;
}

void* signals(void* unused) {
  pthread_cond_signal(&changed);
  return unused;
}

void* waits(void* unused) {
  pthread_mutex_lock(&m);
  sem_post(&arrived);
  pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* waits_twice(void* unused) {
  waits(unused);
  return waits(unused);
}

void* posts(void* unused) {
  sem_post(&items);
  return unused;
}

void* takes_two(void* unused) {
  sem_wait(&items);
  sem_wait(&items);
  return unused;
}

void* passes(void* unused) {
  pthread_barrier_wait(&gate);
  return unused;
}

void* passes_twice(void* unused) {
  pthread_barrier_wait(&gate);
  pthread_barrier_wait(&gate);
  return unused;
}

void* does_nothing(void* unused) { return unused; }

void* locks_twice(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return unused;
}

void init(void) { locks_twice(NULL); }

void* initialises(void* unused) {
  pthread_once(&flag, init);
  return unused;
}

void* joins_one(void* unused) {
  pthread_mutex_lock(&m);
  pthread_join(one, NULL);
  pthread_mutex_unlock(&m);
  return unused;
}

void* locks(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* reads_twice(void* unused) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_unlock(&l);
  return unused;
}

void* writes(void* unused) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  return unused;
}

struct Way {
  const char* name;
  void* (*first)(void*);
  void* (*second)(void*);
} ways[] = {
    {"ended", keep, keep},          {"lost", signals, waits},
    {"never", waits, does_nothing}, {"again", waits_twice, does_nothing},
    {"instead", waits, waits},      {"semaphore", posts, takes_two},
    {"barrier", passes_twice, passes}, {"once", initialises, initialises},
    {"join", locks, joins_one},
    {"writer", reads_twice, writes}, {"self", locks_twice, does_nothing},
};

// Whoever has posted `arrived` waits by now.
void locked_signal(void) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  sem_init(&items, 0, 0);
  sem_init(&arrived, 0, 0);
  pthread_barrier_init(&gate, NULL, 2);
  for (struct Way* way = ways; way < ways + sizeof ways / sizeof *ways; way++) {
    if (strcmp(argv[1], way->name)) continue;
    pthread_create(&one, NULL, way->first, NULL);
    pthread_create(&two, NULL, way->second, NULL);
  }
  int waiters = !strcmp(argv[1], "again") ? 1 : !strcmp(argv[1], "instead") ? 2 : 0;
  for (int i = 0; i < waiters; i++) sem_wait(&arrived);
  if (waiters) locked_signal();
  if (strcmp(argv[1], "join")) pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}

// A step's number depends on how far the others came.
// CHECK-LABEL: == ended
// CHECK: for m: thread {{[12]}} ended while holding it (taken at explained.c:[[#]])
// CHECK-NEXT: thread 0 (main) waits at explained.c:[[#]] for thread {{[12]}} to end: it waits for m
// CHECK-LABEL: == lost
// CHECK: thread 2 (waits) waits at explained.c:[[#]] for a signal on changed: thread 1 signalled it at explained.c:[[#]] (step [[#]]), when nobody waited
// CHECK-NEXT: thread 0 (main) waits at explained.c:[[#]] for thread {{[12]}} to end: it waits for a signal on changed
// CHECK-LABEL: == never
// CHECK: for a signal on changed: no thread ever signalled it; all other threads have ended or wait themselves
// CHECK-LABEL: == again
// CHECK: thread 0 signalled it at explained.c:[[#]] (step [[#]]), which woke this thread, but it waited again
// CHECK-LABEL: == instead
// CHECK: thread 0 signalled it at explained.c:[[#]] (step [[#]]), which woke thread {{[12]}} instead
// CHECK-LABEL: == semaphore
// CHECK: for items to be posted: it is at 0, posted 1 time and taken 1 time; all other threads
// CHECK-LABEL: == barrier
// CHECK: for the others at gate: 1 arrived, the round before took 2; all other threads
// CHECK-LABEL: == once
// CHECK: for m, held by itself since explained.c:[[#]]
// CHECK: for flag to be done: thread {{[12]}} runs the routine since explained.c:[[#]], and waits for m
// CHECK-LABEL: == join
// CHECK: error: deadlock: thread 1 (locks) and thread 2 (joins_one) wait for each other
// CHECK-NEXT: thread 1 (locks) waits at explained.c:[[#]] for m, held by thread 2 since explained.c:[[#]]
// CHECK-NEXT: thread 2 (joins_one) waits at explained.c:[[#]] for thread 1 to end: it waits for m
// CHECK: cycle: 1 waits for 2 waits for 1
// CHECK-LABEL: == writer
// CHECK: thread 1 (reads_twice) waits at explained.c:[[#]] for l: thread 2 waits to write and goes first
// CHECK-NEXT: thread 2 (writes) waits at explained.c:[[#]] for l, held by thread 1 since explained.c:[[#]]
// CHECK: cycle: 1 waits for 2 waits for 1
// CHECK-LABEL: == self
// CHECK: waits for what it holds itself: m
// CHECK-NOT: cycle:
// COVERS: driver/explain/deadlock report/replay_trace report/bugs
