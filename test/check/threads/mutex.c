// Mutexes of every type: who is first, whether a try fails, whether a time limit expires.
// RUN: %build-c
// RUN: %compare mutex_counter -- %t counter
// RUN: %compare mutex_counter -- %t counter recursive
// RUN: %compare mutex_order -- %t order
// RUN: %compare mutex_try -- %t try
// RUN: %compare mutex_try -- %t timed
// RUN: %compare mutex_three -- %t three
// Locked again by who holds it: with a limit that is only late.
// RUN: %verdict deadlock -- %t again
// RUN: %verdict ok --outcomes 'r' -- %t again recursive
// RUN: %verdict ok --outcomes 'd' -- %t again errorcheck
// RUN: %verdict ok --outcomes 't' -- %t again-timed
// RUN: %verdict ok --outcomes 'b' -- %t again-try
// RUN: %verdict ok --outcomes 'r' -- %t again-try recursive
// RUN: %verdict misuse --message 'another thread holds' -- %t unlock-others
// RUN: %verdict ok --outcomes 'p' -- %t unlock-others recursive
// A recursive mutex that was unlocked once too little is still locked when its thread ends.
// RUN: %verdict deadlock -- %t forgotten recursive
// RUN: %verdict misuse --message 'ends while it holds' -- --check misuse %t forgotten recursive
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/soon.h"

pthread_mutex_t m;
int value;

void* count(void* unused) {
  pthread_mutex_lock(&m);
  int seen = value;
  value = seen + 1;
  if (value == 2) putchar('0' + value);
  pthread_mutex_unlock(&m);
  return unused;
}

// Each writes twice, and the pair stays together.
void* write_twice(void* name) {
  pthread_mutex_lock(&m);
  putchar(*(char*)name);
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* try_once(void* name) {
  if (pthread_mutex_trylock(&m) == EBUSY) return putchar('-'), NULL;
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* try_soon(void* name) {
  struct timespec limit = soon();
  if (pthread_mutex_timedlock(&m, &limit) == ETIMEDOUT) return putchar('-'), NULL;
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* lock_again(void* unused) {
  pthread_mutex_lock(&m);
  int error = pthread_mutex_lock(&m);
  putchar(error == EDEADLK ? 'd' : 'r');
  if (!error) pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* lock_again_timed(void* unused) {
  struct timespec limit = soon();
  pthread_mutex_lock(&m);
  putchar(pthread_mutex_timedlock(&m, &limit) == ETIMEDOUT ? 't' : '?');
  pthread_mutex_unlock(&m);
  return unused;
}

void* lock_again_try(void* unused) {
  pthread_mutex_lock(&m);
  int error = pthread_mutex_trylock(&m);
  putchar(error == EBUSY ? 'b' : 'r');
  if (!error) pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* stay_locked(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* lock_once(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* nothing(void* unused) { return unused; }

// What the main thread holds.
void* unlock_others(void* unused) {
  if (pthread_mutex_unlock(&m) == EPERM) putchar('p');
  return unused;
}

struct Case {
  const char* name;
  void* (*threads[3])(void*);
};

const struct Case cases[] = {
    {"counter", {count, count}}, {"order", {write_twice, write_twice}}, {"try", {try_once, try_once}},
    {"timed", {try_soon, try_soon}}, {"three", {write_twice, try_once, try_soon}}, {"again", {lock_again, nothing}},
    {"again-timed", {lock_again_timed, nothing}}, {"again-try", {lock_again_try, nothing}},
    {"unlock-others", {unlock_others, nothing}}, {"forgotten", {stay_locked, lock_once}}};

int main(int argc, char** argv) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (argc > 2)
    pthread_mutexattr_settype(&attributes,
                              !strcmp(argv[2], "recursive") ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  char names[] = "ABC";
  pthread_t threads[3];
  if (!strcmp(argv[1], "unlock-others")) pthread_mutex_lock(&m);
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1])) continue;
    int n = cases[i].threads[2] ? 3 : 2;
    for (int j = 0; j < n; j++) pthread_create(&threads[j], NULL, cases[i].threads[j], &names[j]);
    for (int j = 0; j < n; j++) pthread_join(threads[j], NULL);
    return 0;
  }
  return 2;
}
// COVERS: sync/mutex threads/waiting
