// --all goes on after the first bug: two deadlocks at different places are two bugs, found however often.
// RUN: %build-c && %verdict deadlock,assert -- --all %t
// RUN: %verdict deadlock -- --all --check deadlock %t
// RUN: %verdict assert -- --all --check assert,crash %t
// RUN: %expect-exit 1 %omc check %but-races -o - --all %t | FileCheck %s
// CHECK: omc: 3 bugs: {{.*}}deadlock
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
int inside;

void* one(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);  // <- deadlock
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  inside++;
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&a);  // <- deadlock
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  return unused;
}

void* two(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // <- deadlock
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  assert(inside == 0);  // <- assert
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&c);  // <- deadlock
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&a);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
// COVERS: report/bugs search/explore
