// Spin locks: a thread that would spin waits.
#pragma once

#include <pthread.h>

#include "world/thread.h"

namespace omc {

int lock_spin(pthread_spinlock_t* lock);
int try_lock_spin(pthread_spinlock_t* lock);
int unlock_spin(pthread_spinlock_t* lock);
extern const Waiting waiting_to_spin;

}  // namespace omc
