// Stacks as large as the attributes say: deep recursion where there is room, and a crash of that thread where there is none.
// RUN: %build-c
// RUN: %verdict ok --outcomes '40000_40000' -- %t large
// RUN: %verdict ok --outcomes '40_40' -- %t small-enough
// RUN: %verdict crash --message 'stack' -- %t small
// RUN: %expect-exit 1 %omc check -o - --color never %t small | FileCheck %s
// CHECK: stack overflow
// CHECK: step {{.*}} 2 deep
// RUN: %verdict crash --message 'stack' -- %t for-ever
// RUN: %verdict ok --outcomes '1' -- %t given
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// About 1 KiB a call. No statement in it is a step of its own, or there would be many.
__attribute__((noinline, annotate("omc_no_instrument"))) int descend(int depth) {
  char frame[1000];
  memset(frame, depth, sizeof frame);
  __asm__ volatile("" ::"r"(frame) : "memory");  // it is used, whatever the optimiser thinks
  int below = depth ? descend(depth - 1) : -1;
  __asm__ volatile("" ::"r"(frame) : "memory");
  return below + 1;
}

int depth;

void* deep(void* result) {
  *(int*)result = descend(depth);  // <- crash
  return NULL;
}

void* nothing(void* unused) { return unused; }

// Whether a local variable lies in the memory that was given as stack.
char* given;
size_t given_size = 256 << 10;
void* look(void* unused) {
  int here;
  char* at = (char*)&here;
  printf("%d", given <= at && at < given + given_size);
  return unused;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t first, second;
  int results[2] = {0};
  if (!strcmp(what, "given")) {
    given = aligned_alloc(4096, given_size);
    pthread_attr_setstack(&attributes, given, given_size);
    pthread_create(&first, &attributes, look, NULL);
    pthread_join(first, NULL);
    return 0;
  }
  int large = !strcmp(what, "large");
  pthread_attr_setstacksize(&attributes, large ? 64 << 20 : 128 << 10);
  depth = large ? 40000 : !strcmp(what, "small-enough") ? 40 : !strcmp(what, "small") ? 400 : 1 << 30;
  pthread_create(&first, large ? &attributes : NULL, depth > 40 && !large ? nothing : deep, &results[0]);
  pthread_create(&second, &attributes, deep, &results[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%d %d", results[0], results[1]);
  return 0;
}
// COVERS: threads/fiber sync/pthread_abi search/crash
