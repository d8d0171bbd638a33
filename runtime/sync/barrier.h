// Barriers.
#pragma once

#include <pthread.h>

#include "world/thread.h"

namespace omc {

int wait_at_barrier(pthread_barrier_t* barrier);
int destroy_barrier(pthread_barrier_t* barrier);
extern const Waiting waiting_at_barrier;

}  // namespace omc
