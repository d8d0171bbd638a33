// A library that uses threads' primitives in its constructor, as oneTBB does, works: libomc is initialised before it.
// RUN: %clang -shared -fPIC %S/Inputs/early_library.c -o %t.so -pthread
// RUN: %omc-cc -O1 -g -pthread %s %t.so -o %t && %t
// RUN: %omc check -o - %t | FileCheck %s
// CHECK: omc: no bugs in what omc-c++ compiled: all {{[0-9]+}} states of 2 threads explored
#include <pthread.h>

int early_value(void);
void mark(int* p);

static int ends;
static void* thread(void* p) {
  mark(p);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, &ends);
  pthread_join(t, 0);
  return early_value() != 42 || ends != 1;
}
// COVERS: entry/session platform/next_definition
