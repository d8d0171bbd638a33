// A thread has the policy, the priority and the processors that its attributes give, or those of its
// creator. Attributes that cannot be, or that need a privilege, start no thread.
// COVERS: sync/pthread_abi kernel/scheduling
//
// RUN: %build-c && %verdict ok -- %t
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static int policy_of(pthread_t thread) {
  int policy;
  struct sched_param parameters;
  assert(!pthread_getschedparam(thread, &policy, &parameters));
  return policy;
}

static void* check_policy(void* wanted) {
  assert(policy_of(pthread_self()) == *(int*)wanted);
  return NULL;
}

static void* check_processor(void* wanted) {
  cpu_set_t set;
  assert(!pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  assert(CPU_EQUAL(&set, (cpu_set_t*)wanted));
  return NULL;
}

static void run(const pthread_attr_t* attributes, void* (*check)(void*), void* wanted) {
  pthread_t thread;
  assert(!pthread_create(&thread, attributes, check, wanted));
  assert(!pthread_join(thread, NULL));
}

static void first_processor(cpu_set_t* set) {
  assert(!sched_getaffinity(0, sizeof *set, set));
  int i = 0;
  while (!CPU_ISSET(i, set)) i++;
  CPU_ZERO(set);
  CPU_SET(i, set);
}

int main(void) {
  int batch = SCHED_BATCH, own = policy_of(pthread_self());
  struct sched_param parameters = {0};
  cpu_set_t one;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  assert(!pthread_attr_setaffinity_np(&attributes, sizeof one, (first_processor(&one), &one)));
  run(&attributes, check_processor, &one);

  pthread_attr_init(&attributes);
  run(&attributes, check_policy, &own);
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
  parameters.sched_priority = 1;
  pthread_attr_setschedparam(&attributes, &parameters);
  run(&attributes, check_policy, &own);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  int error = pthread_create(&thread, &attributes, check_policy, &(int){SCHED_FIFO});
  assert(!error || error == EPERM);
  if (!error) pthread_join(thread, NULL);
  assert(policy_of(pthread_self()) == own);

  parameters.sched_priority = 0;
  pthread_setschedparam(pthread_self(), SCHED_BATCH, &parameters);
  run(NULL, check_policy, &batch);
}
