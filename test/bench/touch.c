/* Two threads of eight steps, and each step of one of them writes to N pages: touch N. What a checkpoint costs by what
   was touched. */
#include <pthread.h>
#include <stdlib.h>

static char *block;
static int pages, other;

static void touch_all(int value) __attribute__((annotate("omc_no_instrument")));
static void touch_all(int value) {
  for (int i = 0; i < pages; i++) block[i * 4096L] = (char)value;
}

static void *writer(void *unused) {
  for (int i = 0; i < 8; i++) touch_all(i + 1);
  return unused;
}

static void *counter(void *unused) {
  for (int i = 0; i < 8; i++) other++;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  pages = argc > 1 ? atoi(argv[1]) : 1;
  block = malloc(pages * 4096L + 1);
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, counter, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return other != 8;
}
