/* The paper's limit: two threads that execute twenty-two statements together, none of which depends on the other
   thread. Straight-line code, so that a statement here is a statement of the paper. */
#include <pthread.h>

static int own[2];

static void *first(void *unused) {
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  own[0]++;
  return unused;
}

static void *second(void *unused) {
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  own[1]++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return own[0] + own[1] == 20 ? 0 : 1;
}
