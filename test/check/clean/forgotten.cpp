// What a thread has read and needs no more is not part of the state: two that count under a lock come to the same whatever
// their order, so for n rounds there are about n * n states and not n * n * n.
// RUN: %build && %verdict ok --races --count states=6475 -- --every-statement %t
// RUN: %verdict ok --races --count states=325 -- %t
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter = 10;

void* count(void* unused) {
  for (int i = 0; i < 16; i++) {
    pthread_mutex_lock(&lock);
    counter += 5;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main() {
  pthread_t one, two;
  pthread_create(&one, nullptr, count, nullptr);
  pthread_create(&two, nullptr, count, nullptr);
  pthread_join(one, nullptr);
  pthread_join(two, nullptr);
}
// COVERS: search/state instrumenter/pass/short_lived_values
