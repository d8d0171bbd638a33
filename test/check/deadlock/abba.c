// Two locks in opposite order. The report names both locks and both threads.
// RUN: %build-c && %verdict deadlock -- %t
// RUN: %verdict deadlock -- --search exhaustive --granularity statement %t
// RUN: %expect-exit 1 %omc check -o - --color never %t | FileCheck %s
// CHECK: abba.c:[[#]]:3: error: deadlock: {{.*}} [omc-deadlock]
// CHECK-DAG: waits at abba.c:{{[0-9]+}} for second, held by thread
// CHECK-DAG: waits at abba.c:{{[0-9]+}} for first, held by thread
// CHECK: replay: omc replay -s
// CHECK: omc: 1 bug: deadlock
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

void* forwards(void* unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);  // <- deadlock
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

void* backwards(void* unused) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);  // <- deadlock
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, forwards, NULL);
  pthread_create(&two, NULL, backwards, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// COVERS: sync/mutex report/bugs driver/explain/deadlock
