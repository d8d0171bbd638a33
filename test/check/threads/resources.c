// Limits that a program sets on itself are not the checker's, which needs more than the program; it can read them back.
// RUN: %build-c && %verdict ok --outcomes '2,1073741824,4096,-1' -- %t
// To lock all memory would be to lock what the checker has reserved.
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* count(void* unused) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return unused;
}

static unsigned long set(int resource, unsigned long value) {
  struct rlimit limit = {value, value};
  setrlimit(resource, &limit);
  getrlimit(resource, &limit);
  return limit.rlim_cur;
}

int main(void) {
  unsigned long memory = set(RLIMIT_AS, 1ul << 30), size = set(RLIMIT_FSIZE, 4096);
  set(RLIMIT_NPROC, 0);
  if (mlockall(MCL_CURRENT | MCL_FUTURE) || mlock(&n, sizeof n)) return 1;
  set(RLIMIT_CPU, 1);
  struct rlimit more = {1ul << 31, 1ul << 30};
  int refused = setrlimit(RLIMIT_AS, &more);
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  pthread_join(thread, NULL);
  printf("%d,%lu,%lu,%d", n, memory, size, refused);
  return 0;
}
// COVERS: kernel/resource_limits
