// Cancellation: at a cancellation point, or anywhere when the thread has said so; cleanup handlers run, innermost first.
// RUN: %build-c
// RUN: %verdict ok --outcomes 'ba' -- %t waiting
// Before it could wait it need not be asked: it ends by itself or is cancelled in its sleep.
// RUN: %compare cancel_sleeping -- %t sleeping
// RUN: %verdict ok --outcomes 'ended' -- %t disabled
// The mutex of a wait on a condition variable is taken again before the handler runs.
// RUN: %verdict ok --outcomes 'ok' -- %t condition
// RUN: %compare cancel_asynchronous -- %t asynchronous
// RUN: %verdict ok --outcomes 'x' -- %t exits
// A handler that was forgotten leaves the mutex locked.
// RUN: %verdict deadlock --message 'held by thread 1, which has ended' -- %t forgotten
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t never;
static volatile int progress;

static void print(void* text) { fputs(text, stdout); }
static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* waits(void* ignored) {
  (void)ignored;
  pthread_cleanup_push(print, "a");
  pthread_cleanup_push(print, "b");
  sem_wait(&never);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}

static void waiting(void) {
  pthread_t thread;
  void* result;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  puts(result == PTHREAD_CANCELED ? "" : "?");
}

static void* sleeps(void* ignored) {
  (void)ignored;
  sleep(1);
  return NULL;
}

static void* does_not_listen(void* ignored) {
  (void)ignored;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  progress = 1;
  sleep(1);
  return NULL;
}

static void ended_or_cancelled(void* (*function)(void*), int wait) {
  pthread_t thread;
  void* result;
  pthread_create(&thread, NULL, function, NULL);
  while (wait && !progress) {}
  pthread_cancel(thread);
  pthread_join(thread, &result);
  puts(result == PTHREAD_CANCELED ? "cancelled" : "ended");
}

static void* waits_for_condition(void* ignored) {
  (void)ignored;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return NULL;
}

static void condition(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits_for_condition, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  puts("ok");
}

static void* counts(void* ignored) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  progress = 1;
  progress = 2;
  progress = 3;
  return ignored;
}

static void asynchronous(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counts, NULL);
  while (!progress) {}
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  printf("%d\n", progress);
}

static void* exits(void* ignored) {
  pthread_cleanup_push(print, "x");
  pthread_exit(ignored);
  pthread_cleanup_pop(0);
  return NULL;
}

static void exiting(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exits, NULL);
  pthread_join(thread, NULL);
  puts("");
}

static void* forgets(void* ignored) {
  pthread_mutex_lock(&m);
  pthread_testcancel();
  pthread_mutex_unlock(&m);
  return ignored;
}

static void forgotten(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, forgets, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&m);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "waiting")) waiting();
  if (!strcmp(what, "sleeping")) ended_or_cancelled(sleeps, 0);
  if (!strcmp(what, "disabled")) ended_or_cancelled(does_not_listen, 1);
  if (!strcmp(what, "condition")) condition();
  if (!strcmp(what, "asynchronous")) asynchronous();
  if (!strcmp(what, "exits")) exiting();
  if (!strcmp(what, "forgotten")) forgotten();
}
// COVERS: threads/cancel
