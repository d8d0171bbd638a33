// Main has joined one thread and not the other, which it races with. A search that lets the other thread come first, because
// nothing seemed to depend on it, must still know that main's write can come before it has ended.
// RUN: %build-c -o %t && %verdict data-race -- %t
// COVERS: search/users search/branch
#include <pthread.h>
#include <stdatomic.h>

static int shared;
static atomic_int x, y;

static void* one(void* unused) {
  shared = 1;  // <- data-race
  atomic_store(&x, 1);
  return unused;
}

static void* two(void* unused) {
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(b, 0);
  shared = 2;  // <- data-race
  pthread_join(a, 0);
}
