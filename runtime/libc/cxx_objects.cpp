// Making what threads synchronise with writes to it, so no other thread may use it at that time.
// (Destroying it does, too: sync/pthread_sync_abi.cpp; and using it is no plain access:
// check_object in threads/scheduler.cpp.)
#include <pthread.h>
#include <semaphore.h>

#include "libc/interpose.h"

using namespace omc;

#define MAKES(name, T, parameters, arguments)           \
  COUNTED(int, name, parameters) {                      \
    if (counts()) count_write(made, sizeof(T), CALLER); \
    return real_##name() arguments;                     \
  }

MAKES(pthread_mutex_init, pthread_mutex_t, (pthread_mutex_t * made, const pthread_mutexattr_t* a),
      (made, a))
MAKES(pthread_rwlock_init, pthread_rwlock_t,
      (pthread_rwlock_t * made, const pthread_rwlockattr_t* a), (made, a))
MAKES(pthread_barrier_init, pthread_barrier_t,
      (pthread_barrier_t * made, const pthread_barrierattr_t* a, unsigned n), (made, a, n))
MAKES(sem_init, sem_t, (sem_t * made, int shared, unsigned value), (made, shared, value))
OWN_CALLS(int, sem_init, (sem_t * made, int shared, unsigned value)) {
  return real_sem_init()(made, shared, value);
}

COUNTED(int, pthread_spin_init, (volatile int* made, int shared)) {
  if (counts()) count_write(const_cast<const int*>(made), sizeof(pthread_spinlock_t), CALLER);
  return real_pthread_spin_init()(made, shared);
}

// Of two versions: see REAL_COND.
static const auto real_condition_init =
    next_definition<decltype(&pthread_cond_init)>("pthread_cond_init", "GLIBC_2.3.2");
extern "C" __attribute__((visibility("default"))) int pthread_cond_init(
    pthread_cond_t* made, const pthread_condattr_t* a) {
  if (counts()) count_write(made, sizeof *made, CALLER);
  return real_condition_init ? real_condition_init(made, a) : REAL_COND(pthread_cond_init)(made, a);
}
