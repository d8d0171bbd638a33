// The child of vfork ends, or becomes another program, while the parent waits for it.
// RUN: %build-c && %omc check -o - %t | FileCheck %s
// CHECK: 0,7,1
// CHECK: 1 distinct outcome
// CHECK: no bugs
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* count(void* unused) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return unused;
}

static int status_of(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  pid_t program = vfork();
  if (!program) {
    execlp("true", "true", (char*)NULL);
    _exit(1);
  }
  int ran = status_of(program);
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  pid_t child = vfork();
  if (!child) _exit(7);
  int left = status_of(child);
  pthread_join(thread, NULL);
  printf("%d,%d,%d", ran, left, n);
  return 0;
}
// COVERS: kernel/process
