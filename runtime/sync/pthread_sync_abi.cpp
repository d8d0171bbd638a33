// The functions of the C library that an explored program must not have as they are: everything
// that threads wait for. Each forwards to its primitive, or, when the program is dormant, to the C
// library.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include "libc/interpose.h"
#include "platform/next_definition.h"
#include "races/memory_errors.h"
#include "sync/barrier.h"
#include "sync/condition.h"
#include "sync/mutex.h"
#include "sync/once.h"
#include "sync/posix_semaphore.h"
#include "sync/rwlock.h"
#include "sync/spin_lock.h"
#include "world/access.h"
#include "world/current.h"

using namespace omc;

namespace {

// The results of semaphore functions are -1 with errno.
int as_errno(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// ---- Mutexes ----

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return inside() ? lock_mutex(mutex) : REAL(pthread_mutex_lock)(mutex);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return inside() ? try_lock_mutex(mutex) : REAL(pthread_mutex_trylock)(mutex);
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  return inside() ? lock_mutex(mutex, until) : REAL(pthread_mutex_timedlock)(mutex, until);
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return inside() ? lock_mutex(mutex, until) : REAL(pthread_mutex_clocklock)(mutex, clock, until);
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return inside() ? unlock_mutex(mutex) : REAL(pthread_mutex_unlock)(mutex);
}
int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (inside()) count_write(mutex, sizeof *mutex, CALLER);
  return inside() ? destroy_mutex(mutex) : REAL(pthread_mutex_destroy)(mutex);
}

int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (inside()) check_memory(mutex, sizeof *mutex, AccessKind::write);
  return inside() ? make_consistent(mutex) : REAL(pthread_mutex_consistent)(mutex);
}

// ---- Condition variables ----

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return inside() ? wait_for_condition(condition, mutex, nullptr)
                  : REAL_COND(pthread_cond_wait)(condition, mutex);
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* until) {
  return inside() ? wait_for_condition(condition, mutex, until)
                  : REAL_COND(pthread_cond_timedwait)(condition, mutex, until);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  return inside() ? wait_for_condition(condition, mutex, until)
                  : REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
}
int pthread_cond_signal(pthread_cond_t* condition) {
  return inside() ? signal_condition(condition) : REAL_COND(pthread_cond_signal)(condition);
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  return inside() ? broadcast_condition(condition) : REAL_COND(pthread_cond_broadcast)(condition);
}
int pthread_cond_destroy(pthread_cond_t* condition) {
  if (inside()) count_write(condition, sizeof *condition, CALLER);
  return inside() ? destroy_condition(condition) : REAL_COND(pthread_cond_destroy)(condition);
}

// ---- Reader-writer locks ----

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  return inside() ? read_lock(lock, nullptr) : REAL(pthread_rwlock_rdlock)(lock);
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) {
  return inside() ? read_lock(lock, until) : REAL(pthread_rwlock_timedrdlock)(lock, until);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return inside() ? read_lock(lock, until) : REAL(pthread_rwlock_clockrdlock)(lock, clock, until);
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return inside() ? try_read_lock(lock) : REAL(pthread_rwlock_tryrdlock)(lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  return inside() ? write_lock(lock, nullptr) : REAL(pthread_rwlock_wrlock)(lock);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) {
  return inside() ? write_lock(lock, until) : REAL(pthread_rwlock_timedwrlock)(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return inside() ? write_lock(lock, until) : REAL(pthread_rwlock_clockwrlock)(lock, clock, until);
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return inside() ? try_write_lock(lock) : REAL(pthread_rwlock_trywrlock)(lock);
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return inside() ? unlock_rwlock(lock) : REAL(pthread_rwlock_unlock)(lock);
}
int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (inside()) count_write(lock, sizeof *lock, CALLER);
  return inside() ? destroy_rwlock(lock) : REAL(pthread_rwlock_destroy)(lock);
}

// ---- Spin locks ----

int pthread_spin_lock(pthread_spinlock_t* lock) {
  return inside() ? lock_spin(lock) : REAL(pthread_spin_lock)(lock);
}
int pthread_spin_trylock(pthread_spinlock_t* lock) {
  return inside() ? try_lock_spin(lock) : REAL(pthread_spin_trylock)(lock);
}
int pthread_spin_unlock(pthread_spinlock_t* lock) {
  return inside() ? unlock_spin(lock) : REAL(pthread_spin_unlock)(lock);
}
int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (inside()) count_write(const_cast<const int*>(lock), sizeof *lock, CALLER);
  return REAL(pthread_spin_destroy)(lock);
}

// ---- Semaphores ----

int sem_wait(sem_t* semaphore) {
  return inside() ? as_errno(wait_for_semaphore(semaphore, nullptr)) : REAL(sem_wait)(semaphore);
}
int sem_timedwait(sem_t* semaphore, const timespec* until) {
  return inside() ? as_errno(wait_for_semaphore(semaphore, until))
                  : REAL(sem_timedwait)(semaphore, until);
}
int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  return inside() ? as_errno(wait_for_semaphore(semaphore, until))
                  : REAL(sem_clockwait)(semaphore, clock, until);
}
int sem_trywait(sem_t* semaphore) {
  return inside() ? as_errno(try_semaphore(semaphore)) : REAL(sem_trywait)(semaphore);
}
int sem_post(sem_t* semaphore) {
  return inside() ? as_errno(post_semaphore(semaphore)) : REAL(sem_post)(semaphore);
}
int sem_getvalue(sem_t* semaphore, int* value) {
  if (!inside()) return REAL(sem_getvalue)(semaphore, value);
  int found = read_semaphore(semaphore);
  count_write(value, sizeof *value, CALLER);
  *value = found;
  return 0;
}

int sem_destroy(sem_t* semaphore) {
  if (inside()) count_write(semaphore, sizeof *semaphore, CALLER);
  return inside() ? as_errno(destroy_semaphore(semaphore)) : REAL(sem_destroy)(semaphore);
}

// ---- Barriers, once ----

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  return inside() ? wait_at_barrier(barrier) : REAL(pthread_barrier_wait)(barrier);
}
int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  if (inside()) count_write(barrier, sizeof *barrier, CALLER);
  return inside() ? destroy_barrier(barrier) : REAL(pthread_barrier_destroy)(barrier);
}
int pthread_once(pthread_once_t* once, void (*routine)()) {
  return inside() ? omc::call_once(once, routine) : REAL(pthread_once)(once, routine);
}

}  // extern "C"
