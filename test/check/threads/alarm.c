// Timers of the kernel never strike. Who waits for what one would bring is no deadlock, nor is a loop that does a livelock; but a
// deadlock of mutexes is one, whatever a timer does after a while.
// RUN: %build-c && %verdict incomplete -- %t pause
// RUN: %verdict incomplete -- %t sigwait
// RUN: %verdict incomplete -- %t semaphore
// RUN: %verdict incomplete -- %t loop
// RUN: not %omc check -o - %t pause | FileCheck %s
// CHECK: INCOMPLETE: a step did not end (all threads wait, for a signal that a timer of the kernel would send)
// RUN: %verdict deadlock -- %t off
// RUN: %verdict deadlock -- %t locks
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static volatile sig_atomic_t struck;

static void on_alarm(int signal) {
  (void)signal;
  struck = 1;
  sem_post(&posted);
}

static void* lock_both(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(int argc, char** argv) {
  const char* what = argv[argc - 1];
  sem_init(&posted, 0, 0);
  signal(SIGALRM, on_alarm);
  alarm(1);
  pthread_t thread;
  pthread_create(&thread, NULL, lock_both, NULL);
  if (!strcmp(what, "locks")) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  pthread_join(thread, NULL);
  if (!strcmp(what, "semaphore")) {
    struct itimerval soon = {{0, 0}, {0, 1000}};
    alarm(0);
    setitimer(ITIMER_REAL, &soon, NULL);
    sem_wait(&posted);
  }
  if (!strcmp(what, "sigwait")) {
    sigset_t set;
    int signal;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigwait(&set, &signal);
  }
  while (!strcmp(what, "loop") && !struck) sched_yield();
  if (!strcmp(what, "off")) alarm(0);
  if (!strcmp(what, "pause") || !strcmp(what, "off")) pause();
  return 0;
}
// COVERS: kernel/timers search/livelock
