// Stands for functions of the C library that would block inside, or that must know of the lock. The
// instrumenter puts these in their place (instrumenter/atomic/calls.def).
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#pragma GCC visibility push(default)
extern "C" {
// A lock that is free is taken inside: the statement goes on. One that is not is waited for
// outside.
int omc_atomic_mutex_lock(pthread_mutex_t* mutex);
int omc_atomic_spin_lock(pthread_spinlock_t* spin);
int omc_atomic_rdlock(pthread_rwlock_t* lock);
int omc_atomic_wrlock(pthread_rwlock_t* lock);
int omc_atomic_sem_wait(sem_t* semaphore);
int omc_atomic_mtx_lock(mtx_t* mutex);
// A thread whose cancellation is asynchronous ends at a hook, as it does in `omc check`.
int omc_atomic_setcanceltype(int type, int* before);
}
#pragma GCC visibility pop
