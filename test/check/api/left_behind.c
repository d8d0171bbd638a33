// No process outlives a search, whatever ends it, with either engine: an end by itself, Ctrl-C, SIGTERM, SIGKILL of
// the driver, the death of a worker, a crash in the program, a limit on processes.
// RUN: %build-c && %python %S/Inputs/left_behind.py %omc %t
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

volatile int steps[3];
int rounds = 30;  // as good as endless: no search ever sees all their orders

void* walk(void* argument) {
  volatile int* mine = argument;
  for (int i = 0; i < rounds; i++) (*mine)++;
  return NULL;
}

void* fall(void* unused) {
  if (steps[0] == 2 && steps[1] == 2) abort();
  return unused;
}

int main(int argc, char** argv) {
  pthread_t threads[3];
  int falls = argc > 1 && !strcmp(argv[1], "fall");
  if (argc > 1) rounds = falls ? 3 : atoi(argv[1]);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, walk, (void*)&steps[i]);
  pthread_create(&threads[2], NULL, falls ? fall : walk, (void*)&steps[2]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
// COVERS: driver/launch/launch search/workers search/fork
