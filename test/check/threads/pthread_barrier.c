// Barriers: all meet, any one of them is told that it is the serial one, and a round can be followed by another.
// RUN: %build-c
// RUN: %compare barrier_rounds -- %t rounds
// RUN: %compare barrier_serial -- %t serial
// RUN: %verdict deadlock -- %t too-many
// RUN: %verdict misuse --message 'that threads wait at' --message 'that was destroyed' -- --all %t destroy
#include <pthread.h>
#include <stdio.h>
#include <string.h>

pthread_barrier_t barrier;
const char* what;

void* work(void* argument) {
  char name = *(char*)argument;
  if (!strcmp(what, "serial")) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) putchar(name);
    return NULL;
  }
  for (int i = 0; i < 2; i++) {
    putchar(name + 3 * i);
    pthread_barrier_wait(&barrier);  // <- misuse
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  what = argv[1];
  pthread_barrier_init(&barrier, NULL, strcmp(what, "serial") ? 2 : 3);
  static char names[] = "ABC";
  int n = strcmp(what, "rounds") ? 3 : 2;
  pthread_t threads[3];
  if (!strcmp(what, "destroy")) {
    pthread_create(&threads[0], NULL, work, &names[0]);
    pthread_barrier_destroy(&barrier);  // <- misuse
    return 0;
  }
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
// COVERS: sync/barrier
