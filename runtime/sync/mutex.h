// Mutexes of POSIX and C11. Here and in the other headers of this room, results are those of the C
// library's functions. A wait `until` a time may expire while it is blocked: that is a step of its
// own, and gives ETIMEDOUT.
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
// Its holder ends; true when the mutex stays locked for ever.
bool abandon_mutex(pthread_mutex_t* mutex, const Thread& thread);
extern const Waiting waiting_to_lock;
// The two halves of a wait on a condition variable.
bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread);
void release_for_wait(pthread_mutex_t* mutex);
// 0, or EOWNERDEAD.
int take_after_wait(pthread_mutex_t* mutex);

}  // namespace omc
