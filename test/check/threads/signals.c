// Signals between threads: delivered at a step of the thread that they are for, on its own stack.
// RUN: %build-c
// The handler runs before, between or after the two statements.
// RUN: %compare signal_between -- %t between
// To oneself: before the call comes back.
// RUN: %verdict ok --outcomes '1' -- %t raised
// Whoever does not block it takes one that was sent to the process; a thread may not know its number yet.
// RUN: %verdict ok --outcomes '0 1 2' -- %t process
// RUN: %compare signal_waited -- %t waited
// RUN: %compare signal_never -- %t never_sent
// A sleep is cut short, or not.
// RUN: %compare signal_sleeping -- %t sleeping
// While a handler interrupts its wait, a thread can be woken from it.
// RUN: %verdict ok --outcomes '1' -- %t woken_in_handler
// A blocked signal waits until it is unblocked.
// RUN: %verdict ok --outcomes '01' -- %t blocked
// What goes with one reaches the handler, or who waits for it.
// RUN: %verdict ok --outcomes '75' -- %t valued
// RUN: %verdict ok --outcomes '.!143' -- %t deadly
// A program that handles its own crashes goes on.
// RUN: %verdict ok --outcomes '7' -- %t recovers
// RUN: %verdict crash -- %t crashes
#define _GNU_SOURCE  // pthread_sigqueue
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int progress, seen = -1;
static __thread int me;
static void note(int signal) { (void)signal; seen = progress; }
static void count(int signal) { (void)signal; seen = me; }

static void* two_statements(void* ignored) {
  (void)ignored;
  progress = 1;
  progress = 2;
  return NULL;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t handled, signalled;
static int ready;

static void hand_over(int signal) {
  (void)signal;
  sem_post(&handled);
  sem_wait(&signalled);
}

static void* wait_until_ready(void* ignored) {
  (void)ignored;
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void woken_in_handler(void) {
  signal(SIGUSR1, hand_over);
  pthread_t thread;
  pthread_create(&thread, NULL, wait_until_ready, NULL);
  pthread_kill(thread, SIGUSR1);
  // Comes too early for a thread that has locked the mutex, and is handled before it waits.
  sem_wait(&handled);
  int early = pthread_mutex_trylock(&mutex);
  if (early) sem_post(&signalled), pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  if (!early) sem_post(&signalled);
  pthread_join(thread, NULL);
  printf("%d\n", ready);
}

static void between(void) {
  signal(SIGUSR1, note);
  pthread_t thread;
  pthread_create(&thread, NULL, two_statements, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  // One that came when the thread had ended was for nobody.
  printf("%d\n", seen < 0 ? 2 : seen);
}

static void* raises(void* ignored) {
  (void)ignored;
  progress = 1;
  raise(SIGUSR1);
  progress = 2;
  return NULL;
}

static void raised(void) {
  signal(SIGUSR1, note);
  pthread_t thread;
  pthread_create(&thread, NULL, raises, NULL);
  pthread_join(thread, NULL);
  printf("%d\n", seen);
}

static void* numbered(void* number) {
  me = *(int*)number;
  while (seen < 0) {}
  return NULL;
}

static void process(void) {
  int one = 1, two = 2;
  sigset_t set;
  signal(SIGUSR2, count);
  pthread_t a, b;
  pthread_create(&a, NULL, numbered, &one);
  pthread_create(&b, NULL, numbered, &two);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGUSR2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", seen);
}

static void* waits(void* ignored) {
  (void)ignored;
  sigset_t set;
  int got = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigwait(&set, &got);
  seen = got;
  return NULL;
}

static void waited(int send) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  if (send) pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  printf("%d\n", seen);
}

static void* sleeps(void* ignored) {
  (void)ignored;
  struct timespec second = {1, 0};
  progress = nanosleep(&second, NULL) == -1 && errno == EINTR;
  return NULL;
}

static void sleeping(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note;
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, sleeps, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  printf("%d\n", progress);
}

static void* blocks(void* ready) {
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sem_post((sem_t*)ready + 0);
  sem_wait((sem_t*)ready + 1);
  sigpending(&pending);
  if (!sigismember(&pending, SIGUSR1)) abort();
  printf("%d", seen == -1 ? 0 : 9);
  progress = 1;
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  printf("%d\n", seen);
  return NULL;
}

static void blocked(void) {
  sem_t ready[2];
  sem_init(&ready[0], 0, 0);
  sem_init(&ready[1], 0, 0);
  signal(SIGUSR1, note);
  pthread_t thread;
  pthread_create(&thread, NULL, blocks, ready);
  sem_wait(&ready[0]);
  pthread_kill(thread, SIGUSR1);
  sem_post(&ready[1]);
  pthread_join(thread, NULL);
}

static void* spins(void* ignored) {
  for (;;) sched_yield();
  return ignored;
}

static void deadly(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spins, NULL);
  pthread_kill(thread, SIGTERM);
  pthread_join(thread, NULL);
}

static void read_value(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)context;
  seen = info->si_code == SI_QUEUE ? *(int*)info->si_value.sival_ptr : -1;
}

static void* waits_for_value(void* set) {
  siginfo_t info;
  sigwaitinfo(set, &info);
  progress = info.si_value.sival_int;
  return NULL;
}

// Sent again before it is taken it is the same signal.
static void valued(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = read_value;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, NULL);
  sigset_t set, waited;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigemptyset(&waited);
  sigaddset(&waited, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_sigmask(SIG_BLOCK, &waited, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, waits_for_value, &waited);
  int values[] = {7, 8};
  pthread_sigqueue(pthread_self(), SIGUSR1, (union sigval){.sival_ptr = &values[0]});
  pthread_sigqueue(pthread_self(), SIGUSR1, (union sigval){.sival_ptr = &values[1]});
  sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 5});
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  pthread_join(thread, NULL);
  printf("%d%d", seen, progress);
}

static __thread sigjmp_buf back;
static void jump_back(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)context;
  if (info->si_addr != (void*)16) abort();
  siglongjmp(back, 1);
}

static void* recovers(void* ignored) {
  if (!sigsetjmp(back, 1)) *(volatile int*)16 = 1;
  __atomic_fetch_add(&progress, 1, __ATOMIC_SEQ_CST);
  return ignored;
}

static void recover(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = jump_back;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
  pthread_t thread;
  progress = 5;
  pthread_create(&thread, NULL, recovers, NULL);
  recovers(NULL);
  pthread_join(thread, NULL);
  printf("%d\n", progress);
}

static void give_up(int signal_number) {
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void* crashes(void* ignored) {
  *(volatile int*)16 = 1;  // <- crash
  return ignored;
}

static void crash(void) {
  signal(SIGSEGV, give_up);
  pthread_t thread;
  pthread_create(&thread, NULL, crashes, NULL);
  pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "between")) between();
  if (!strcmp(what, "raised")) raised();
  if (!strcmp(what, "process")) process();
  if (!strcmp(what, "waited")) waited(1);
  if (!strcmp(what, "never_sent")) waited(0);
  if (!strcmp(what, "sleeping")) sleeping();
  if (!strcmp(what, "woken_in_handler")) woken_in_handler();
  if (!strcmp(what, "blocked")) blocked();
  if (!strcmp(what, "valued")) valued();
  if (!strcmp(what, "deadly")) deadly();
  if (!strcmp(what, "recovers")) recover();
  if (!strcmp(what, "crashes")) crash();
}
// COVERS: threads/signals threads/signal_values
