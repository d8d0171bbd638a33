// Mutexes of POSIX and C11. Every result is that of the function of the C library; so is it in the
// headers beside this one. A wait `until` some time may expire while what it waits for is not
// there: that is a step of its own, which gives ETIMEDOUT.
#pragma once

#include <pthread.h>
#include <time.h>

#include "world/thread.h"

namespace omc {

int lock_mutex(pthread_mutex_t* mutex, const timespec* until = nullptr);
int try_lock_mutex(pthread_mutex_t* mutex);
int unlock_mutex(pthread_mutex_t* mutex);
int destroy_mutex(pthread_mutex_t* mutex);
int make_consistent(pthread_mutex_t* mutex);
// Its holder ends: true when that leaves it locked for ever.
bool abandon_mutex(pthread_mutex_t* mutex, const Thread& thread);
extern const Waiting waiting_to_lock;
// The halves of a wait: give the mutex up once, and take it again.
bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread);
void release_for_wait(pthread_mutex_t* mutex);
// 0, or EOWNERDEAD.
int take_after_wait(pthread_mutex_t* mutex);

}  // namespace omc
