// A thread sets ids of the process. The C library would interrupt every kernel thread for that, by a signal.
// RUN: %build-c && %verdict assert -- %t same
// RUN: %verdict incomplete --outcomes '7,7' -- %t other
// REQUIRES: root
#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* what;

static void* set(void* unused) {
  if (!strcmp(what, "other")) {
    if (setresgid(7, 7, 7) || setresuid(7, 7, 7)) abort();
    if (!setuid(0)) abort();
    return unused;
  }
  uid_t user = getuid();
  gid_t group = getgid(), groups[64];
  int count = getgroups(64, groups);
  if (setuid(user) || setgid(group) || seteuid(user) || setegid(group)) return unused;
  if (setreuid(user, user) || setregid(group, group) || setresuid(user, user, user)) return unused;
  if (setresgid(group, group, group) || setgroups((size_t)count, groups)) return unused;
  abort();  // <- assert
}

int main(int argc, char** argv) {
  what = argv[argc - 1];
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_join(thread, NULL);
  printf("%u,%u", geteuid(), getgid());
  return 0;
}
// COVERS: threads/credentials libc/credentials
