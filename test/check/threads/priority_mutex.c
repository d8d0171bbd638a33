// Mutexes with a priority ceiling or with priority inheritance are mutexes. The C library keeps the
// ceiling in the word that says whether the mutex is locked.
// COVERS: sync/mutex kernel/blocking_syscalls
//
// RUN: %build-c && %verdict ok -- %t
// RUN: %verdict misuse -- %t destroy
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t ceiling, inherited;
static int counted;

static void* count(void* argument) {
  pthread_mutex_lock(&ceiling);
  pthread_mutex_lock(&inherited);
  counted++;
  assert(pthread_mutex_trylock(&ceiling) == EBUSY);
  pthread_mutex_unlock(&inherited);
  pthread_mutex_unlock(&ceiling);
  return argument;
}

static void init(pthread_mutex_t* mutex, int protocol) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(!pthread_mutexattr_setprotocol(&attributes, protocol));
  assert(!pthread_mutex_init(mutex, &attributes));
}

int main(int argc, char** argv) {
  (void)argv;
  init(&ceiling, PTHREAD_PRIO_PROTECT);
  init(&inherited, PTHREAD_PRIO_INHERIT);
  int before, after;
  assert(!pthread_mutex_getprioceiling(&ceiling, &before));
  pthread_t one, two;
  pthread_create(&one, NULL, count, NULL);
  pthread_create(&two, NULL, count, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counted == 2);
  assert(!pthread_mutex_getprioceiling(&ceiling, &after) && before == after);
  if (argc > 1) pthread_mutex_lock(&ceiling);
  assert(!pthread_mutex_destroy(&ceiling));
  assert(!pthread_mutex_destroy(&inherited));
}
