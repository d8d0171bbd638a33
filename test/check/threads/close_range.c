// close_range closes descriptors of the program and none of omc: after it, the search can still go back to states in
// which they were open.
// RUN: %build-c
// RUN: %verdict ok --outcomes 'open closed' -- %t all
// RUN: %verdict ok --outcomes 'open closed' -- --search exhaustive %t all
// RUN: %verdict ok --outcomes '0 1' -- %t on_exec
// Other threads see that the last writer has closed.
// RUN: %verdict ok --outcomes 'end' -- %t pipe
// RUN: %verdict ok --outcomes 'EINVAL' -- %t mistakes
// RUN: test "$(%t pipe)" = end && test "$(%t mistakes)" = EINVAL
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int first, second, ends[2];

// The first close makes omc keep a descriptor of its own, which the second must leave alone.
static void* close_all(void* unused) {
  if (fcntl(first, F_GETFD) < 0 || fcntl(second, F_GETFD) < 0) puts("never open");
  close(first);
  close_range(3, ~0U, 0);
  return unused;
}

static void* close_on_exec(void* unused) {
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  return unused;
}

static void* close_writer(void* unused) {
  close_range((unsigned)ends[1], (unsigned)ends[1], 0);
  return unused;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "all";
  first = open("/dev/null", O_RDONLY);
  second = open("/dev/null", O_RDONLY);
  if (pipe(ends)) return 1;
  pthread_t thread;
  char byte;
  if (!strcmp(what, "all")) {
    pthread_create(&thread, NULL, close_all, NULL);
    puts(fcntl(second, F_GETFD) < 0 ? "closed" : "open");
    pthread_join(thread, NULL);
    if (fcntl(first, F_GETFD) >= 0 || fcntl(second, F_GETFD) >= 0 || fcntl(ends[0], F_GETFD) >= 0) puts("not closed");
  } else if (!strcmp(what, "on_exec")) {
    pthread_create(&thread, NULL, close_on_exec, NULL);
    printf("%d\n", fcntl(second, F_GETFD));
    pthread_join(thread, NULL);
  } else if (!strcmp(what, "pipe")) {
    pthread_create(&thread, NULL, close_writer, NULL);
    puts(read(ends[0], &byte, 1) == 0 ? "end" : "more");
    pthread_join(thread, NULL);
  } else {
    pthread_create(&thread, NULL, close_writer, NULL);
    pthread_join(thread, NULL);
    puts(close_range(5, 4, 0) && errno == EINVAL && close_range(3, 4, 64) && errno == EINVAL ? "EINVAL" : "none");
  }
  return 0;
}
// COVERS: kernel/descriptor_table kernel/blocking_syscalls
