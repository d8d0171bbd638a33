// Recursion without an end, on a stack of two mebibytes: each step's stack is kept by what is new in it.
// RUN: %omc-cc -O0 -g -pthread -Wno-infinite-recursion %s -o %t && %verdict crash --message 'stack overflow of thread 1' -- %t
// RUN: %expect-exit 1 %omc check -o - %t > %t.txt; FileCheck %s < %t.txt
// CHECK: in depth at endless_recursion.c:[[#]] < depth at {{.*}} < … [[#]] more … < {{.*}}work at endless_recursion.c:[[#]]
#include <pthread.h>
#include <stdio.h>

static int depth(int n) {
  volatile char frame[1000];
  frame[0] = (char)n;
  int deeper = depth(n + 1);  // <- crash
  return deeper + frame[0];
}

static void* work(void* p) {
  printf("%d", depth(1));
  return p;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 2 << 20);
  pthread_t thread;
  pthread_create(&thread, &attributes, work, NULL);
  pthread_join(thread, NULL);
}
// COVERS: search/crash snapshot/stacks search/state
