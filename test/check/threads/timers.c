// Timers in virtual time: they expire at any step, or not before they are taken away, and never too early by the clock.
// RUN: %build-c && %verdict ok --outcomes '0 1' -- %t signal
// RUN: %verdict ok --outcomes '1' -- %t descriptor
// RUN: %verdict ok --outcomes '1 2 3' -- %t interval
// RUN: %verdict assert -- %t early
// RUN: %verdict ok --outcomes '10' -- %t left
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t struck, ready;

static void on_signal(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)context;
  assert(info->si_value.sival_int == 7);
  if (struck < 3) struck++;
}

static void on_alarm(int signal) {
  (void)signal;
  assert(ready);  // <- assert
}

static void* nothing(void* unused) { return unused; }

static void by_signal(time_t interval) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  event.sigev_value.sival_int = 7;
  timer_t timer;
  assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
  struct itimerspec soon = {.it_value = {1, 0}, .it_interval = {interval, 0}};
  time_t before = time(NULL);
  assert(!timer_settime(timer, 0, &soon, NULL));
  while (interval && !struck) pause();
  timer_delete(timer);
  int now = struck;
  assert(!now || time(NULL) > before);
  printf("%d", now);
}

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  if (!strcmp(what, "signal")) by_signal(0);
  if (!strcmp(what, "interval")) by_signal(1);
  if (!strcmp(what, "descriptor")) {
    uint64_t count = 0;
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec soon = {.it_value = {5, 0}};
    time_t before = time(NULL);
    assert(!timerfd_settime(fd, 0, &soon, NULL));
    assert(read(fd, &count, sizeof count) == sizeof count);
    assert(time(NULL) >= before + 5);
    printf("%d", (int)count);
  }
  if (!strcmp(what, "early")) {
    signal(SIGALRM, on_alarm);
    alarm(3600);  // long, and yet it may come before the next statement
    ready = 1;
  }
  if (!strcmp(what, "left")) {
    alarm(10);
    printf("%u", alarm(0));
  }
  return 0;
}
// COVERS: kernel/timers threads/signals kernel/streams
