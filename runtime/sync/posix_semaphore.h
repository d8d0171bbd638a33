// POSIX semaphores; 0 or an error number.
#pragma once

#include <semaphore.h>
#include <time.h>

#include "world/thread.h"

namespace omc {

int wait_for_semaphore(sem_t* semaphore, const timespec* until);
int try_semaphore(sem_t* semaphore);
int post_semaphore(sem_t* semaphore);
int read_semaphore(sem_t* semaphore);
int destroy_semaphore(sem_t* semaphore);
extern const Waiting waiting_for_semaphore;

}  // namespace omc
