// Robust mutexes, named semaphores, wake-ups without reason, and what the standard forbids with each of them.
// RUN: %build-c
// The holder has ended, or not yet begun.
// RUN: %compare robust_mutex -- %t robust
// RUN: %verdict ok --outcomes 'lost' -- %t not_repaired
// RUN: %verdict misuse --message 'a thread ends while it holds a mutex: m' -- %t not_robust
// Where that makes another wait for ever, the deadlock is what is told.
// RUN: %verdict deadlock -- %t not_robust_and_waited_for
// RUN: %compare named_semaphore -- %t named
// RUN: %verdict deadlock -- %t named_never
// Without a loop around the wait, a wake-up without reason is a bug.
// RUN: %verdict ok --outcomes '1' -- %t no_loop
// RUN: %verdict assert -- --spurious 1 %t no_loop
// RUN: %verdict ok --outcomes '1' -- --spurious 2 %t loop
// RUN: %verdict misuse --message 'two threads wait on one condition variable with different mutexes: c' -- %t two_mutexes
// RUN: %verdict misuse --message 'destruction of a condition variable that a thread waits on: c' -- --check misuse --all %t destroyed
// RUN: %verdict misuse --message 'join' -- %t joined_twice
// RUN: %verdict misuse --message 'unlock of a reader-writer lock that the thread does not hold: l' -- %t unlock_read
// RUN: %verdict misuse --message 'unlock of a spin lock that the thread does not hold: s' -- %t unlock_spin
// A stack that the program gives to a thread.
// RUN: %verdict ok --outcomes '1' -- %t own_stack
// pthread_atfork handlers run around a fork, in a schedule as ever.
// RUN: %expect-exit 3 %omc check -o - -v %t forks 2>&1 | FileCheck %s --check-prefix=FORKS
// FORKS: prepare parent child 7
// FORKS: child processes
// FORKS: omc: 1 distinct outcome
// FORKS: omc: INCOMPLETE: something that omc cannot follow or undo
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static pthread_t start(void* (*function)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL);
  return thread;
}

static void* dies(void* p) {
  pthread_mutex_lock(&m);
  return p;
}

static void make_robust(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
}

static void robust(void) {
  make_robust();
  pthread_t thread = start(dies);
  int result = pthread_mutex_lock(&m);
  assert(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD) pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  puts(result ? "repaired" : "whole");
}

static void not_repaired(void) {
  make_robust();
  pthread_join(start(dies), NULL);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  puts("lost");
}

static void not_robust(void) { pthread_join(start(dies), NULL); }

static void not_robust_and_waited_for(void) {
  pthread_t thread = start(dies);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
}

static void* first(void* p) {
  sem_t* s = sem_open("/omc-test", O_CREAT, 0600, 1);
  sem_wait(s);
  printf("1");
  sem_post(s);
  sem_close(s);
  return p;
}
static void* second(void* p) {
  sem_t* s = sem_open("/omc-test", O_CREAT, 0600, 1);
  sem_wait(s);
  printf("2");
  sem_post(s);
  sem_close(s);
  return p;
}
static void named(void) {
  pthread_t a = start(first), b = start(second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_unlink("/omc-test");
  assert(sem_open("/omc-test", 0) == SEM_FAILED && errno == ENOENT);
  puts("");
}
static void* opens(void* p) {
  sem_open("/omc-test", O_CREAT, 0600, 0);
  return p;
}
static void named_never(void) {
  pthread_t a = start(opens);
  sem_wait(sem_open("/omc-test", O_CREAT, 0600, 0));
  pthread_join(a, NULL);
}

static void* sets(void* p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
static void waits(int loop) {
  pthread_mutex_lock(&m);
  pthread_t thread = start(sets);
  if (loop) while (!ready) pthread_cond_wait(&c, &m);
  else if (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  puts("1");
}

static void* waits_with_m(void* p) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return p;
}
static void* waits_with_n(void* p) {
  pthread_mutex_lock(&n);
  while (!ready) pthread_cond_wait(&c, &n);
  pthread_mutex_unlock(&n);
  return p;
}
static void two_mutexes(void) {
  pthread_t a = start(waits_with_m), b = start(waits_with_n);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
static void destroyed(void) {
  pthread_t a = start(waits_with_m);
  pthread_mutex_lock(&m);
  pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
}

static pthread_t joined;
static void* nothing(void* p) { return p; }
static void* joins(void* p) {
  pthread_join(joined, NULL);
  return p;
}
static void joined_twice(void) {
  joined = start(nothing);
  pthread_t a = start(joins);
  pthread_join(joined, NULL);
  pthread_join(a, NULL);
}

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t s;
static void* unlocks_l(void* p) {
  pthread_rwlock_unlock(&l);
  return p;
}
static void* unlocks_s(void* p) {
  pthread_spin_unlock(&s);
  return p;
}
static void unlock_read(void) {
  pthread_rwlock_rdlock(&l);
  pthread_join(start(unlocks_l), NULL);
}
static void unlock_spin(void) {
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  pthread_join(start(unlocks_s), NULL);
}

static char stack[65536] __attribute__((aligned(4096)));
static void* where(void* p) {
  char here;
  ready = &here > stack && &here < stack + sizeof stack;
  return p;
}
static void own_stack(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof stack);
  pthread_t thread;
  pthread_create(&thread, &attributes, where, NULL);
  pthread_join(thread, NULL);
  printf("%d\n", ready);
}

static void prepare(void) { fputs("prepare ", stdout), fflush(stdout); }
static void parent(void) { fputs("parent ", stdout), fflush(stdout); }
static void child(void) { ready = 7; }
static void* forks(void* p) {
  int ends[2], status = 0;
  char byte = 0;
  assert(!pipe(ends));
  pid_t pid = fork();
  if (!pid) {
    assert(write(ends[1], "c", 1) == 1);
    _exit(ready);
  }
  assert(read(ends[0], &byte, 1) == 1);
  waitpid(pid, &status, 0);
  printf("%s %d\n", byte == 'c' ? "child" : "?", WEXITSTATUS(status));
  return p;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "robust")) robust();
  if (!strcmp(what, "not_repaired")) not_repaired();
  if (!strcmp(what, "not_robust")) not_robust();
  if (!strcmp(what, "not_robust_and_waited_for")) not_robust_and_waited_for();
  if (!strcmp(what, "named")) named();
  if (!strcmp(what, "named_never")) named_never();
  if (!strcmp(what, "no_loop")) waits(0);
  if (!strcmp(what, "loop")) waits(1);
  if (!strcmp(what, "two_mutexes")) two_mutexes();
  if (!strcmp(what, "destroyed")) destroyed();
  if (!strcmp(what, "joined_twice")) joined_twice();
  if (!strcmp(what, "unlock_read")) unlock_read();
  if (!strcmp(what, "unlock_spin")) unlock_spin();
  if (!strcmp(what, "own_stack")) own_stack();
  if (!strcmp(what, "forks")) {
    pthread_atfork(prepare, parent, child);
    pthread_join(start(forks), NULL);
  }
}
// COVERS: sync/mutex sync/abandoned_locks sync/named_semaphores kernel/process
