// Many threads: three hundred one after another, every order of each with its creator; sixteen at once, each of which
// waits for the one before it.
// RUN: %build-c
// RUN: %verdict ok --outcomes '300' --count threads=301 -- %t one-after-another
// RUN: %verdict ok --outcomes 'abcdefghijklmnop16' --count threads=17 -- --max-preemptions 0 %t at-once
// The first of them is not let go.
// RUN: %verdict deadlock -- --max-preemptions 0 %t too-few
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

enum { many = 300, at_once = 16 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t turns[at_once + 1], in_place;
int sum;

void* add(void* unused) {
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}

void* take_turn(void* index) {
  int mine = *(int*)index;
  sem_post(&in_place);
  sem_wait(&turns[mine]);
  putchar('a' + mine);
  sum++;
  sem_post(&turns[mine + 1]);
  return NULL;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  pthread_t threads[at_once];
  if (!strcmp(what, "one-after-another")) {
    for (int i = 0; i < many; i++) {
      pthread_create(&threads[0], NULL, add, NULL);
      pthread_join(threads[0], NULL);
    }
  } else {
    int indices[at_once];
    for (int i = 0; i < at_once; i++) {
      sem_init(&turns[i], 0, 0);
      indices[i] = i;
      pthread_create(&threads[i], NULL, take_turn, &indices[i]);
      sem_wait(&in_place);
    }
    if (strcmp(what, "too-few")) sem_post(&turns[0]);
    for (int i = 0; i < at_once; i++) pthread_join(threads[i], NULL);
  }
  printf("%d", sum);
  return 0;
}
// COVERS: threads/scheduler sync/posix_semaphore
