// An armed timer may expire at any step. Who waits for what it brings is no deadlock, nor is a loop that does a livelock; but a
// deadlock of mutexes is one, whatever a timer does after a while. A timer that would only end the program is no ending. A signal
// that comes before pause is lost.
// RUN: %build-c && %verdict ok --outcomes . -- %t suspend
// RUN: %verdict deadlock -- %t pause
// RUN: %verdict ok --outcomes . -- %t sigwait
// RUN: %verdict ok --outcomes . -- %t semaphore
// RUN: %verdict ok --outcomes . -- %t loop
// RUN: %verdict deadlock -- %t off
// RUN: %verdict deadlock -- %t locks
// RUN: %verdict deadlock -- %t killed
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
  if (strcmp(what, "killed")) signal(SIGALRM, on_alarm);
  sigset_t alarms, before;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  if (!strcmp(what, "sigwait") || !strcmp(what, "suspend"))
    sigprocmask(SIG_BLOCK, &alarms, &before);
  alarm(1);
  pthread_t thread;
  pthread_create(&thread, NULL, lock_both, NULL);
  if (!strcmp(what, "locks") || !strcmp(what, "killed")) {
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
  int signal;
  if (!strcmp(what, "sigwait")) sigwait(&alarms, &signal);
  if (!strcmp(what, "suspend")) sigsuspend(&before);
  while (!strcmp(what, "loop") && !struck) sched_yield();
  if (!strcmp(what, "off")) alarm(0);
  if (!strcmp(what, "pause") || !strcmp(what, "off")) pause();
  return 0;
}
// COVERS: kernel/timers search/livelock
