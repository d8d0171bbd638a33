// Condition variables: whom a signal wakes, when a wait expires, and what is lost.
// RUN: %build-c
// RUN: %compare condition_handover -- %t handover
// RUN: %compare condition_signal -- %t signal
// RUN: %compare condition_signals -- %t signals
// RUN: %compare condition_broadcast -- %t broadcast
// RUN: %compare condition_timed -- %t timed
// RUN: %compare condition_timed_two -- %t timed-two
// One signal for two that wait, and one that comes before the wait.
// RUN: %verdict deadlock -- %t one-for-two
// RUN: %verdict deadlock -- %t lost
// RUN: %verdict misuse --message 'does not hold' -- %t without-mutex
// To wait releases a recursive mutex once, however often it is locked.
// RUN: %verdict deadlock -- %t recursive
// RUN: %verdict ok --outcomes 'iB Bi' -- %t invalid
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/soon.h"

pthread_mutex_t m;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER, all_wait = PTHREAD_COND_INITIALIZER;
int ready, waiting;

void* wait_until_ready(void* name) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* make_ready(void* name) {
  pthread_mutex_lock(&m);
  ready = 1;
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&changed);
  return NULL;
}

// Waits for one signal, whatever it means.
void* wait_once(void* name) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_signal(&all_wait);
  pthread_cond_wait(&changed, &m);
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void wait_for_waiting(int n) {
  pthread_mutex_lock(&m);
  while (waiting < n) pthread_cond_wait(&all_wait, &m);
  pthread_mutex_unlock(&m);
}

// One is woken, and says so; the rest after that.
void* wake_one_first(void* name) {
  wait_for_waiting(2);
  pthread_cond_signal(&changed);
  pthread_mutex_lock(&m);
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&changed);
  return NULL;
}


void* wake_all(void* name) {
  wait_for_waiting(2);
  pthread_mutex_lock(&m);
  pthread_cond_broadcast(&changed);
  putchar(*(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

void* wait_soon(void* name) {
  struct timespec limit = soon();
  pthread_mutex_lock(&m);
  waiting++;
  int error = 0;
  if (!ready) error = pthread_cond_timedwait(&changed, &m, &limit);
  waiting--;
  putchar(error == ETIMEDOUT ? '-' : error ? '?' : *(char*)name);
  pthread_mutex_unlock(&m);
  return NULL;
}

// Forgets to ask whether it is ready.
void* wait_blindly(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&changed, &m);  // <- deadlock
  pthread_mutex_unlock(&m);
  return unused;
}

void* wait_without(void* unused) {
  pthread_cond_wait(&changed, &m);  // <- misuse
  return unused;
}

void* wait_locked_twice(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);  // <- deadlock
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

void* wait_for_no_time(void* unused) {
  struct timespec limit = {0, 1000000000};
  pthread_mutex_lock(&m);
  putchar(pthread_cond_timedwait(&changed, &m, &limit) == EINVAL ? 'i' : '?');
  pthread_mutex_unlock(&m);
  return unused;
}

struct Case {
  const char* name;
  void* (*threads[3])(void*);
};

const struct Case cases[] = {
    {"handover", {wait_until_ready, make_ready}}, {"signal", {wait_once, wait_once, wake_one_first}},
    {"signals", {wait_until_ready, make_ready, make_ready}}, {"broadcast", {wait_once, wait_once, wake_all}},
    {"timed", {wait_soon, make_ready}}, {"timed-two", {wait_soon, wait_soon, make_ready}},
    {"one-for-two", {wait_blindly, wait_blindly, make_ready}}, {"lost", {wait_blindly, make_ready}},
    {"without-mutex", {wait_without, make_ready}}, {"recursive", {wait_locked_twice, make_ready}},
    {"invalid", {wait_for_no_time, make_ready}}};

int main(int argc, char** argv) {
  char names[] = "ABC";
  pthread_t threads[3];
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (argc > 1 && !strcmp(argv[1], "recursive")) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  for (unsigned i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1])) continue;
    int n = cases[i].threads[2] ? 3 : 2;
    for (int j = 0; j < n; j++) pthread_create(&threads[j], NULL, cases[i].threads[j], &names[j]);
    for (int j = 0; j < n; j++) pthread_join(threads[j], NULL);
    return 0;
  }
  return 2;
}
// COVERS: sync/condition threads/waiting
