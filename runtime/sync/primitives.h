// The things a thread can wait for. Each has a file of its own that says when a thread may go on,
// what happens then, and who is in the way; their state lies in the program's own objects.
#pragma once

#include <pthread.h>
#include <semaphore.h>

#include "threads/scheduler.h"

namespace omc {

// Every result is that of the function of the C library. A wait `until` some time may expire while
// what it waits for is not there: that is a step of its own, which gives ETIMEDOUT.

// sync/mutex.cpp
int lock_mutex(pthread_mutex_t* mutex, const timespec* until = nullptr);
int try_lock_mutex(pthread_mutex_t* mutex);
int unlock_mutex(pthread_mutex_t* mutex);
int destroy_mutex(pthread_mutex_t* mutex);
int make_consistent(pthread_mutex_t* mutex);
// Its holder ends: true when that leaves it locked for ever.
bool leave_mutex(pthread_mutex_t* mutex, const Thread& thread);
extern const Waiting waiting_to_lock;
// The halves of a wait: give the mutex up once, and take it again.
bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread);
void release_for_wait(pthread_mutex_t* mutex);
// 0, or EOWNERDEAD.
int take_after_wait(pthread_mutex_t* mutex);

// sync/condition.cpp
int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int signal_condition(pthread_cond_t* condition);
int broadcast_condition(pthread_cond_t* condition);
int destroy_condition(pthread_cond_t* condition);
// The mutex with which threads wait there; null when none does.
const void* mutex_of_waiters(const void* condition);
extern const Waiting waiting_for_condition, waiting_to_signal;

// sync/rwlock.cpp
int read_lock(pthread_rwlock_t* lock, const timespec* until);
int write_lock(pthread_rwlock_t* lock, const timespec* until);
int try_read_lock(pthread_rwlock_t* lock);
int try_write_lock(pthread_rwlock_t* lock);
int unlock_rwlock(pthread_rwlock_t* lock);
int destroy_rwlock(pthread_rwlock_t* lock);
extern const Waiting waiting_to_read, waiting_to_write;

// sync/spin_lock.cpp
int lock_spin(pthread_spinlock_t* lock);
int try_lock_spin(pthread_spinlock_t* lock);
int unlock_spin(pthread_spinlock_t* lock);
extern const Waiting waiting_to_spin;

// sync/posix_semaphore.cpp: POSIX semaphores; 0 or an error number
int wait_for_semaphore(sem_t* semaphore, const timespec* until);
int try_semaphore(sem_t* semaphore);
int post_semaphore(sem_t* semaphore);
int read_semaphore(sem_t* semaphore);
int destroy_semaphore(sem_t* semaphore);
extern const Waiting waiting_for_semaphore;

// sync/barrier.cpp
int wait_at_barrier(pthread_barrier_t* barrier);
int destroy_barrier(pthread_barrier_t* barrier);
extern const Waiting waiting_at_barrier;

// sync/once.cpp
int call_once(pthread_once_t* once, void (*routine)());
extern const Waiting waiting_for_once;

// sync/futex.cpp; 0, how many were woken, or a negative error number
long futex_wait(const int* word, int expected, const timespec* until);
long futex_wake(const int* word, int most);
extern const Waiting waiting_on_futex, waiting_to_wake;

// sync/join.cpp
int join_thread(pthread_t thread, void** result, const timespec* until = nullptr);
int try_join_thread(pthread_t thread, void** result);
int detach_thread(pthread_t thread);
void wait_for_all_others();
extern const Waiting waiting_to_join;

// sync/paper_semaphore.cpp: the paper's, numbered
void set_semaphore(unsigned i, bool up);
void raise_semaphore(unsigned i);
void lower_semaphore(unsigned i);
extern const Waiting waiting_to_raise;

}  // namespace omc
