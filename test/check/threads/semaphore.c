// Unnamed semaphores: a count that nobody gets twice, tries that fail, limits that expire.
// RUN: %build-c
// RUN: %compare semaphore_wait -- %t wait
// RUN: %compare semaphore_try -- %t try
// RUN: %compare semaphore_try -- %t timed
// RUN: %verdict ok --outcomes 'EAGAIN_ETIMEDOUT_EOVERFLOW_0_1' -- %t errors
// A bounded buffer with two semaphores is right; with one for both, it is overrun.
// RUN: %verdict ok --outcomes '123' -- %t buffer
// RUN: %verdict assert --message 'used < 1' -- %t overrun
// Two wait and one is posted.
// RUN: %verdict deadlock -- %t too-few
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/soon.h"

sem_t semaphore, room;
int slots[4], used;

void* wait_once(void* name) {
  sem_wait(&semaphore);
  putchar(*(char*)name);
  return NULL;
}

void* try_once(void* name) {
  putchar(sem_trywait(&semaphore) && errno == EAGAIN ? '-' : *(char*)name);
  return NULL;
}

void* wait_soon(void* name) {
  struct timespec limit = soon();
  putchar(sem_timedwait(&semaphore, &limit) && errno == ETIMEDOUT ? '-' : *(char*)name);
  return NULL;
}

void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}

void* post_twice(void* unused) {
  sem_post(&semaphore);
  sem_post(&semaphore);
  return unused;
}

void* tell_errors(void* unused) {
  struct timespec limit = soon();
  if (sem_trywait(&semaphore) && errno == EAGAIN) printf("EAGAIN ");
  if (sem_timedwait(&semaphore, &limit) && errno == ETIMEDOUT) printf("ETIMEDOUT ");
  sem_t full;
  sem_init(&full, 0, INT_MAX);
  if (sem_post(&full) && errno == EOVERFLOW) printf("EOVERFLOW ");
  int before = -1, after = -1;
  sem_getvalue(&semaphore, &before);
  sem_post(&semaphore);
  sem_getvalue(&semaphore, &after);
  printf("%d %d", before, after);
  return unused;
}

// A buffer for one.
void* produce(void* unused) {
  for (int i = 1; i <= 3; i++) {
    sem_wait(&room);
    assert(used < 1);  // <- assert
    slots[used++] = i;
    sem_post(&semaphore);
  }
  return unused;
}

void* consume(void* unused) {
  for (int i = 1; i <= 3; i++) {
    sem_wait(&semaphore);
    printf("%d", slots[--used]);
    sem_post(&room);
  }
  return unused;
}

void* nothing(void* unused) { return unused; }

struct Case {
  const char* name;
  int room;
  void* (*threads[3])(void*);
};

const struct Case cases[] = {{"wait", 0, {wait_once, wait_once, post_twice}}, {"try", 0, {try_once, try_once, post}},
                             {"timed", 0, {wait_soon, wait_soon, post}}, {"errors", 0, {tell_errors, nothing, nothing}},
                             {"buffer", 1, {produce, consume, nothing}}, {"overrun", 2, {produce, consume, nothing}},
                             {"too-few", 0, {wait_once, wait_once, post}}};

int main(int argc, char** argv) {
  char names[] = "ABC";
  pthread_t threads[3];
  for (unsigned i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1])) continue;
    sem_init(&semaphore, 0, 0);
    sem_init(&room, 0, cases[i].room);
    for (int j = 0; j < 3; j++) pthread_create(&threads[j], NULL, cases[i].threads[j], &names[j]);
    for (int j = 0; j < 3; j++) pthread_join(threads[j], NULL);
    sem_destroy(&semaphore);
    sem_destroy(&room);
    return 0;
  }
  return 2;
}
// COVERS: sync/posix_semaphore
