// A fence written in assembly is a fence: the flag is relaxed, and the fences on both sides order what it publishes.
// COVERS: instrumenter/pass/assembly
// RUN: %omc-cc -g -O1 %s -o %t
// RUN: %verdict ok --races -- %t mfence
// RUN: %verdict ok --races -- %t lock
// RUN: %verdict data-race -- %t none
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int data;
static atomic_int flag;
static const char* how;

static void fence(void) {
  if (!strcmp(how, "mfence")) __asm__ __volatile__("mfence" ::: "memory");
  if (!strcmp(how, "lock")) __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
}

static void* publish(void* unused) {
  data = 1;
  fence();
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

int main(int argc, char** argv) {
  how = argv[argc - 1];
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  int result = 0;
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    fence();
    result = data - 1;
  }
  pthread_join(thread, NULL);
  return result;
}
