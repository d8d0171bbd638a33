// A schedule that ends by a signal: the watcher thread terminates the program unless the work was done first.
// COVERS: report/outcomes driver/explain/exit_status
// RUN: %build-c && %verdict exit --message 'killed by SIGTERM in' --message 'others end with exit status 0' -- %t kill
// RUN: %verdict exit --message 'exit status 7 in' -- %t exit
// RUN: %verdict exit --message 'exit status 9 in' -- %t _exit
// RUN: %verdict ok -- --check -crash,-data-race %t crash
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int done;

static void* watch(void* how) {
  if (done) return NULL;
  if (!strcmp(how, "kill")) kill(getpid(), SIGTERM);
  if (!strcmp(how, "exit")) exit(7);
  if (!strcmp(how, "_exit")) _exit(9);
  if (!strcmp(how, "crash")) *(volatile int*)NULL = 1;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, watch, argv[argc - 1]);
  done = 1;
  pthread_join(thread, NULL);
  return 0;
}
