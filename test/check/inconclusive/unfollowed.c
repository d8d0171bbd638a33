// Ways out of the checker: another program takes the place of this one, the catching of system calls is turned off, memory of
// libomc is taken away. None of them ends as "no bugs" without having been followed; bugs in other schedules are still found.
// RUN: %build-c && %verdict incomplete -- %t exec
// RUN: not %omc check -o - %t exec | FileCheck %s
// CHECK: INCOMPLETE: something that omc cannot follow or undo (execve)
// RUN: %verdict incomplete -- --engine fork %t exec
// RUN: %verdict assert -- %t missing
// RUN: %verdict assert -- %t first
// RUN: %verdict incomplete -- %t leave
// RUN: %verdict assert -- %t seccomp
// RUN: %verdict assert -- %t dispatch
// RUN: %verdict assert -- %t protect
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char* way;
static atomic_int done;

static void protect_libomc(void) {
  uintptr_t page = (uintptr_t)dlsym(RTLD_DEFAULT, "omc_awake") & -(uintptr_t)4096;
  if (page) mprotect((void*)page, 4096, PROT_NONE);
}

static void* escape(void* unused) {
  if (!strcmp(way, "exec")) execlp("true", "true", (char*)NULL);
  if (!strcmp(way, "first") && done) execlp("true", "true", (char*)NULL);
  if (!strcmp(way, "missing")) execl("/no/such/program", "program", (char*)NULL);
  if (!strcmp(way, "leave")) syscall(SYS_exit, 0);
  if (!strcmp(way, "seccomp")) prctl(PR_SET_SECCOMP, 1, 0, 0, 0);
  if (!strcmp(way, "dispatch")) prctl(59, 0, 0, 0, 0);
  if (!strcmp(way, "protect")) protect_libomc();
  if (strcmp(way, "exec")) assert(done && "another thread may be slower");
  return unused;
}

int main(int argc, char** argv) {
  way = argv[argc - 1];
  pthread_t thread;
  pthread_create(&thread, NULL, escape, NULL);
  done = 1;
  pthread_join(thread, NULL);
  return 0;
}
// COVERS: kernel/process kernel/mappings search/workers search/fork search/passes
