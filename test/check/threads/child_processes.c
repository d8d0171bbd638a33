// A child process knows its parent, and shares no memory with it that omc could follow.
// RUN: %build-c && %verdict ok --outcomes 'same' -- %t parent
// RUN: %verdict incomplete -- %t shared
// RUN: %verdict incomplete -- %t clone
// RUN: not %omc check -o - %t shared | FileCheck %s
// CHECK: INCOMPLETE: something that omc cannot follow or undo (a child process that shares memory with the program)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int* set_by_child;

static void* nothing(void* unused) { return unused; }

static int set(void* unused) {
  (void)unused;
  *set_by_child = 1;
  return 0;
}

static int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  static char stack[1 << 16];
  static atomic_int in_program;
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  pid_t me = getpid();
  set_by_child = &in_program;
  if (!strcmp(what, "parent")) {
    pid_t child = fork();
    if (!child) _exit(getppid() == me);
    puts(status_of(child) ? "same" : "different");
  }
  if (!strcmp(what, "shared")) {
    set_by_child = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    if (!child) _exit(set(NULL));
    status_of(child);
    assert(*set_by_child);
  }
  if (!strcmp(what, "clone")) {
    pid_t child = clone(set, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
    status_of(child);
    assert(*set_by_child);
  }
  return 0;
}
// COVERS: kernel/process kernel/mappings libc/misc
