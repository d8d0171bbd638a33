// Calls of the thread library that no other test makes.
// RUN: %build-c
// RUN: %verdict ok --outcomes 'ok' -- %t sigsuspend
// RUN: %verdict deadlock --message 'waits for ever for a signal' -- %t pause
// A wait for a signal with a time limit: it came, or not in time.
// RUN: %verdict ok --outcomes '10 expired' -- %t sigtimedwait
// RUN: %verdict ok --outcomes 'abcd' -- %t vectors
// RUN: %verdict ok --outcomes '0 1' -- %t ppoll
// RUN: %verdict ok --outcomes '2' -- %t priorities
// RUN: %verdict ok --outcomes '0 1' -- %t clocks
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int value, ends[2];

static void note(int signal_number) { value = signal_number; }

static pthread_t start(void* (*function)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL);
  return thread;
}

static sigset_t only(int signal_number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal_number);
  return set;
}

static void* suspends(void* p) {
  sigset_t none;
  sigemptyset(&none);
  if (sigsuspend(&none) == -1 && errno == EINTR && value == SIGUSR1) puts("ok");
  return p;
}
static void* pauses(void* p) {
  pause();
  return p;
}
static void suspended(void) {
  signal(SIGUSR1, note);
  sigset_t set = only(SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread = start(suspends);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}

static void* takes_in_time(void* p) {
  sigset_t set = only(SIGUSR1);
  struct timespec second = {1, 0};
  int got = sigtimedwait(&set, NULL, &second);
  if (got < 0) puts(errno == EAGAIN ? "expired" : "?");
  else printf("%d\n", got);
  return p;
}
static void timed(void) {
  sigset_t set = only(SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread = start(takes_in_time);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}

static void* writes_parts(void* p) {
  struct iovec parts[] = {{"ab", 2}, {"cd", 2}};
  if (writev(ends[1], parts, 2) != 4) puts("?");
  return p;
}
static void vectors(void) {
  if (pipe(ends)) return;
  pthread_t thread = start(writes_parts);
  char first[3] = "", rest[2] = "";
  struct iovec parts[] = {{first, 3}, {rest, 1}};
  if (readv(ends[0], parts, 2) != 4) puts("?");
  pthread_join(thread, NULL);
  printf("%.3s%.1s\n", first, rest);
}

static void polled(void) {
  if (pipe(ends)) return;
  pthread_t thread = start(writes_parts);
  struct pollfd file = {ends[0], POLLIN, 0};
  struct timespec second = {1, 0};
  printf("%d\n", ppoll(&file, 1, &second, NULL));
  pthread_join(thread, NULL);
}

static void* counts(void* p) {
  pthread_mutex_lock(&m);
  value++;
  pthread_mutex_unlock(&m);
  return p;
}
static void priorities(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&m, &attributes);
  pthread_t thread = start(counts);
  pthread_setschedprio(thread, 0);
  counts(NULL);
  pthread_join(thread, NULL);
  printf("%d\n", value);
}

static void* signals_condition(void* p) {
  pthread_mutex_lock(&m);
  value = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
static void clocks(void) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec++;
  pthread_t thread = start(signals_condition);
  pthread_mutex_lock(&m);
  int result = 0;
  while (!value && !result) result = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &until);
  printf("%d\n", value);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "sigsuspend")) suspended();
  if (!strcmp(what, "pause")) pthread_join(start(pauses), NULL);
  if (!strcmp(what, "sigtimedwait")) timed();
  if (!strcmp(what, "vectors")) vectors();
  if (!strcmp(what, "ppoll")) polled();
  if (!strcmp(what, "priorities")) priorities();
  if (!strcmp(what, "clocks")) clocks();
}
// COVERS: threads/signals kernel/polling kernel/blocking_syscalls sync/pthread_abi
