// The things a thread can wait for. Each has a file of its own that says when a thread may go on, what
// happens then, and who is in the way; their state lies in the program's own objects.
#pragma once

#include <pthread.h>

#include "scheduler.h"

namespace omc {

// mutex.cpp. The results are those of the pthread functions.
int lock_mutex(pthread_mutex_t* mutex);
int try_lock_mutex(pthread_mutex_t* mutex);
int unlock_mutex(pthread_mutex_t* mutex);
int destroy_mutex(pthread_mutex_t* mutex);
extern const Waiting waiting_to_lock;
// The halves of a wait: give the mutex up whatever its count; take it again as it was.
struct HeldMutex {
  unsigned count;
};
bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread);
HeldMutex release_for_wait(pthread_mutex_t* mutex);
void take_after_wait(pthread_mutex_t* mutex, HeldMutex held);

// condition.cpp
int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int signal_condition(pthread_cond_t* condition);
int broadcast_condition(pthread_cond_t* condition);
extern const Waiting waiting_for_condition, waiting_to_signal;

// join.cpp
int join_thread(pthread_t thread, void** result);
int detach_thread(pthread_t thread);
void wait_for_all_others();
extern const Waiting waiting_to_join;

// semaphore.cpp: the paper's, numbered
void set_semaphore(unsigned i, bool up);
void raise_semaphore(unsigned i);
void lower_semaphore(unsigned i);
extern const Waiting waiting_to_raise;

}  // namespace omc
