// pthread_once and call_once.
#pragma once

#include <pthread.h>

#include "world/thread.h"

namespace omc {

int call_once(pthread_once_t* once, void (*routine)());
extern const Waiting waiting_for_once;

}  // namespace omc
