/* One long thread beside a short one: deep N. There are few states, and a chain of N choices to each, so what gives
   out first is the depth. */
#include <pthread.h>
#include <stdlib.h>

static int own[2];
static int length;

static void *run_long(void *unused) {
  for (int i = 0; i < length; i++) own[0]++;
  return unused;
}

static void *run_short(void *unused) {
  own[1]++;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  length = argc > 1 ? atoi(argv[1]) : 8;
  pthread_create(&threads[0], NULL, run_long, NULL);
  pthread_create(&threads[1], NULL, run_short, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return own[0] == length ? 0 : 1;
}
