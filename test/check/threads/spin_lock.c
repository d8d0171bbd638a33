// Spin locks: a thread that would spin waits, so a lock that is never given back is a deadlock and no endless step.
// RUN: %build-c
// RUN: %compare mutex_order -- %t order
// RUN: %compare mutex_try -- %t try
// RUN: %verdict ok --outcomes 'bb' -- %t busy
// RUN: %verdict deadlock -- %t again
// RUN: %verdict deadlock -- %t opposite
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

pthread_spinlock_t lock, other;

void* write_twice(void* name) {
  pthread_spin_lock(&lock);
  putchar(*(char*)name);
  putchar(*(char*)name);
  pthread_spin_unlock(&lock);
  return NULL;
}

void* try_once(void* name) {
  if (pthread_spin_trylock(&lock) == EBUSY) return putchar('-'), NULL;
  putchar(*(char*)name);
  pthread_spin_unlock(&lock);
  return NULL;
}

// The main thread holds it.
void* find_busy(void* unused) {
  if (pthread_spin_trylock(&lock) == EBUSY) putchar('b');
  return unused;
}

void* lock_again(void* unused) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock);  // <- deadlock
  return unused;
}

void* lock_both(void* name) {
  int first = *(char*)name == 'A';
  pthread_spin_lock(first ? &lock : &other);
  pthread_spin_lock(first ? &other : &lock);  // <- deadlock
  pthread_spin_unlock(&lock);
  pthread_spin_unlock(&other);
  return NULL;
}

void* nothing(void* unused) { return unused; }

struct Case {
  const char* name;
  void* (*threads[2])(void*);
};

const struct Case cases[] = {{"order", {write_twice, write_twice}}, {"try", {try_once, try_once}},
                             {"busy", {find_busy, find_busy}}, {"again", {lock_again, nothing}},
                             {"opposite", {lock_both, lock_both}}};

int main(int argc, char** argv) {
  char names[] = "AB";
  pthread_t threads[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&other, PTHREAD_PROCESS_PRIVATE);
  for (unsigned i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, argv[1])) continue;
    if (!strcmp(argv[1], "busy")) pthread_spin_lock(&lock);
    for (int j = 0; j < 2; j++) pthread_create(&threads[j], NULL, cases[i].threads[j], &names[j]);
    for (int j = 0; j < 2; j++) pthread_join(threads[j], NULL);
    return 0;
  }
  return 2;
}
// COVERS: sync/spin_lock
