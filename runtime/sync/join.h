// Waiting for threads to end.
#pragma once

#include <pthread.h>
#include <time.h>

#include "world/thread.h"

namespace omc {

int join_thread(pthread_t thread, void** result, const timespec* until = nullptr);
int try_join_thread(pthread_t thread, void** result);
int detach_thread(pthread_t thread);
void wait_for_all_others();
extern const Waiting waiting_to_join;

}  // namespace omc
