// Three threads wait; one signal wakes any one of them, a broadcast all, in every order.
// RUN: %build-c && %verdict ok --races --outcomes 'a b c' -- %t
// RUN: %verdict ok --races --outcomes 'abc acb bac bca cab cba' -- %t broadcast
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER, all_wait = PTHREAD_COND_INITIALIZER;
int waiting, stays;

void* wait_for_turn(void* name) {
  pthread_mutex_lock(&m);
  if (++waiting == 3) pthread_cond_signal(&all_wait);
  pthread_cond_wait(&turn, &m);
  putchar(*(char*)name);
  if (!stays) exit(0);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[3];
  char names[] = "abc";
  stays = argc > 1;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, wait_for_turn, &names[i]);
  pthread_mutex_lock(&m);
  while (waiting < 3) pthread_cond_wait(&all_wait, &m);
  if (stays) pthread_cond_broadcast(&turn);
  else pthread_cond_signal(&turn);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return argv[0] == NULL;
}
// COVERS: sync/condition
