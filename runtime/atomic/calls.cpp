#include "atomic/calls.h"

#include <errno.h>

#include "atomic/lock.h"
#include "atomic/section.h"
#include "atomic/state.h"

using namespace omc::atomic;

namespace {

// errno is that of `take`.
template <typename Take>
auto take_outside(Take take) {
  omc_atomic_leave();
  auto result = take();
  omc_atomic_enter();
  return result;
}

}  // namespace

extern "C" {

int omc_atomic_mutex_lock(pthread_mutex_t* mutex) {
  int result = is_inside() ? pthread_mutex_trylock(mutex) : EBUSY;
  if (result != EBUSY) return result;
  return take_outside([&] { return pthread_mutex_lock(mutex); });
}

int omc_atomic_spin_lock(pthread_spinlock_t* spin) {
  int result = is_inside() ? pthread_spin_trylock(spin) : EBUSY;
  if (result != EBUSY) return result;
  return take_outside([&] { return pthread_spin_lock(spin); });
}

int omc_atomic_rdlock(pthread_rwlock_t* lock) {
  int result = is_inside() ? pthread_rwlock_tryrdlock(lock) : EBUSY;
  if (result != EBUSY) return result;
  return take_outside([&] { return pthread_rwlock_rdlock(lock); });
}

int omc_atomic_wrlock(pthread_rwlock_t* lock) {
  int result = is_inside() ? pthread_rwlock_trywrlock(lock) : EBUSY;
  if (result != EBUSY) return result;
  return take_outside([&] { return pthread_rwlock_wrlock(lock); });
}

// Cancellation points act outside only: a thread that is to end does not try first.
int omc_atomic_sem_wait(sem_t* semaphore) {
  int error = errno;
  if (is_inside() && sem_trywait(semaphore) == 0) return 0;
  errno = error;
  return take_outside([&] { return sem_wait(semaphore); });
}

int omc_atomic_mtx_lock(mtx_t* mutex) {
  int result = is_inside() ? mtx_trylock(mutex) : thrd_busy;
  if (result != thrd_busy) return result;
  return take_outside([&] { return mtx_lock(mutex); });
}

int omc_atomic_setcanceltype(int type, int* before) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  bool was = section.is_cancelled_anywhere, is = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (before) *before = was ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  if (is && !was) look_up();
  if (was && !is) look_up_no_more();
  section.is_cancelled_anywhere = is;
  return 0;
}
}
