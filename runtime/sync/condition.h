// Condition variables.
#pragma once

#include <pthread.h>
#include <time.h>

#include "world/thread.h"

namespace omc {

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int signal_condition(pthread_cond_t* condition);
int broadcast_condition(pthread_cond_t* condition);
int destroy_condition(pthread_cond_t* condition);
extern const Waiting waiting_for_condition, waiting_to_signal;

}  // namespace omc
