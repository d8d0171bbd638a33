// The paper's loop: threads that add an index to a variable, each addition a critical section. With
// -DSYSTEM_V or -DPOSIX a semaphore goes down before the statement and up behind it, as in the
// paper; compiled with --omc-mode=atomic without either, the hook does it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <time.h>

static volatile long sum;
static long rounds;
static sem_t posix;
static int system_v;

#if defined(SYSTEM_V)
static void change(short by) {
  struct sembuf operation = {0, by, 0};
  if (semop(system_v, &operation, 1) != 0) perror("semop");
}
#define STATEMENT(s) (change(-1), (s), change(1))
#elif defined(POSIX)
#define STATEMENT(s) (sem_wait(&posix), (s), sem_post(&posix))
#else
#define STATEMENT(s) (s)
#endif

static void* add(void* unused) {
  for (long i = 0; i < rounds; i++) STATEMENT(sum = sum + i);
  return unused;
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 2;
  rounds = argc > 2 ? atol(argv[2]) : 1000000;
  sem_init(&posix, 0, 1);
  system_v = semget(IPC_PRIVATE, 1, 0600);
  semctl(system_v, 0, SETVAL, 1);
  pthread_t ids[16];
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, add, NULL);
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  semctl(system_v, 0, IPC_RMID);
  double seconds =
      (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
  long lost = threads * (rounds * (rounds - 1) / 2) - sum;
  printf("%.9f %ld\n", seconds, lost);
  return 0;
}
