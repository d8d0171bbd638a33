// Reader-writer locks.
#pragma once

#include <pthread.h>
#include <time.h>

#include "world/thread.h"

namespace omc {

int read_lock(pthread_rwlock_t* lock, const timespec* until);
int write_lock(pthread_rwlock_t* lock, const timespec* until);
int try_read_lock(pthread_rwlock_t* lock);
int try_write_lock(pthread_rwlock_t* lock);
int unlock_rwlock(pthread_rwlock_t* lock);
int destroy_rwlock(pthread_rwlock_t* lock);
extern const Waiting waiting_to_read, waiting_to_write;

}  // namespace omc
