// A pointer that is only compared. The reader takes the same address for the same object.
// COVERS: heap/reuse heap/heap libc/malloc
//
// RUN: %build-c && %verdict ok -- %t
// RUN: %verdict assert -- --reuse 1 %t
// RUN: %verdict assert -- --reuse 1 --engine fork %t
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) config;
static atomic_int version;

static void* reader(void* unused) {
  int* seen = config;
  int number = version;
  if (!seen || config != seen) return unused;
  int later = version;
  if (config == seen) assert(later == number);  // <- assert
  return unused;
}

static void* writer(void* unused) {
  int* old = config;
  atomic_store(&config, NULL);
  free(old);
  int* fresh = malloc(sizeof *fresh);
  version++;
  config = fresh;
  return unused;
}

int main(void) {
  pthread_t a, b;
  config = malloc(sizeof(int));
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
