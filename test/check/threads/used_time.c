// The clocks of processor time begin at nought, and sleeping uses none of it. A thread that waits
// for it to be used comes to its end.
// COVERS: threads/virtual_time kernel/blocking_syscalls
//
// RUN: %build-c && %verdict ok -- %t
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static long used(clockid_t id) {
  struct timespec time;
  assert(!clock_gettime(id, &time));
  return time.tv_sec;
}

static void* check(void* argument) {
  assert(used(CLOCK_THREAD_CPUTIME_ID) == 0);
  return argument;
}

int main(void) {
  clockid_t own;
  pthread_t thread;
  assert(!pthread_getcpuclockid(pthread_self(), &own));
  sleep(5);
  assert(clock() == 0 && used(CLOCK_PROCESS_CPUTIME_ID) == 0 && used(own) == 0);
  assert(used(CLOCK_MONOTONIC) >= 5);
  pthread_create(&thread, NULL, check, NULL);
  pthread_join(thread, NULL);
  for (clock_t start = clock(); clock() - start < 2 * CLOCKS_PER_SEC;) {
  }
}
