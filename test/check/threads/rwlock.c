// Reader-writer locks: readers together, a writer alone, whoever comes first; which kind prefers whom shows in who waits.
// RUN: %build-c
// RUN: %compare rwlock_readers -- %t readers
// The kind that prefers writers changes nothing while nobody waits.
// RUN: %compare rwlock_readers -- %t readers writers-first
// Nor does a writer that is about to come.
// RUN: %verdict ok --outcomes '0 1' -- %t about-to writers-first
// A reader that comes again while a writer waits: with the usual kind it goes on, else they wait for each other.
// RUN: %compare rwlock_again -- %t again
// RUN: %compare rwlock_again_writers_first -- %t again writers-first
// RUN: %compare rwlock_timed -- %t timed
// RUN: %compare rwlock_try -- %t try
// RUN: %compare rwlock_try_writers_first -- %t try writers-first
// RUN: %verdict deadlock -- %t upgrade
// RUN: %verdict misuse --message 'does not hold' -- %t unlock-free
// RUN: %verdict misuse --message 'destruction of a locked' -- %t destroy
// RUN: %verdict ok --outcomes '1' -- %t errors
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "Inputs/soon.h"

pthread_rwlock_t lock;
int value;

void* write_once(void* unused) {
  pthread_rwlock_wrlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

// Two readers tell what they see, each with one character.
void* read_once(void* name) {
  pthread_rwlock_rdlock(&lock);
  putchar(*(char*)name + value);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

void* read_again(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  putchar('0' + value);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

void* read_soon(void* unused) {
  struct timespec limit = soon();
  if (pthread_rwlock_timedrdlock(&lock, &limit) == ETIMEDOUT) return putchar('r'), unused;
  putchar('R');
  pthread_rwlock_unlock(&lock);
  return unused;
}

void* write_soon(void* unused) {
  struct timespec limit = soon();
  if (pthread_rwlock_timedwrlock(&lock, &limit) == ETIMEDOUT) return putchar('w'), unused;
  putchar('W');
  pthread_rwlock_unlock(&lock);
  return unused;
}

// Reads, and while it does so tries to read again.
void* try_again(void* unused) {
  pthread_rwlock_rdlock(&lock);
  int busy = pthread_rwlock_tryrdlock(&lock);
  putchar(busy == EBUSY ? 'b' : busy ? '?' : 'r');
  if (!busy) pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

// Lets the reader go in the same statement as it comes itself.
sem_t go;
void* write_after_post(void* unused) {
  if (!sem_post(&go) && !pthread_rwlock_wrlock(&lock)) value++, pthread_rwlock_unlock(&lock);
  return unused;
}

void* read_after_wait(void* unused) {
  sem_wait(&go);
  pthread_rwlock_rdlock(&lock);
  putchar('0' + value);
  pthread_rwlock_unlock(&lock);
  return unused;
}

void* upgrade(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return unused;
}

void* unlock_free(void* unused) {
  pthread_rwlock_unlock(&lock);
  return unused;
}

void* destroy_locked(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock);
  return unused;
}

void* errors(void* unused) {
  pthread_rwlock_wrlock(&lock);
  int as_expected = pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK &&
                    pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_trywrlock(&lock) == EBUSY;
  pthread_rwlock_unlock(&lock);
  as_expected = as_expected && !pthread_rwlock_tryrdlock(&lock) && !pthread_rwlock_tryrdlock(&lock) &&
                pthread_rwlock_trywrlock(&lock) == EBUSY;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  as_expected = as_expected && !pthread_rwlock_trywrlock(&lock);
  pthread_rwlock_unlock(&lock);
  printf("%d", as_expected);
  return unused;
}

void* nothing(void* unused) { return unused; }

struct Case {
  const char* name;
  void* (*threads[3])(void*);
};

const struct Case cases[] = {
    {"readers", {write_once, read_once, read_once}}, {"again", {write_once, read_again}},
    {"timed", {read_soon, write_soon, read_soon}}, {"try", {write_once, try_again}}, {"upgrade", {upgrade, nothing}},
    {"about-to", {write_after_post, read_after_wait}},
    {"unlock-free", {unlock_free, nothing}}, {"destroy", {destroy_locked, nothing}}, {"errors", {errors, nothing}}};

int main(int argc, char** argv) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  if (argc > 2) pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  sem_init(&go, 0, 0);
  char names[] = "AX";
  pthread_t threads[3];
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1])) continue;
    int n = cases[i].threads[2] ? 3 : 2;
    for (int j = 0; j < n; j++) pthread_create(&threads[j], NULL, cases[i].threads[j], &names[j ? j - 1 : 0]);
    for (int j = 0; j < n; j++) pthread_join(threads[j], NULL);
    return 0;
  }
  return 2;
}
// COVERS: sync/rwlock
