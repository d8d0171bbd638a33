// Sleeping and yielding: others may run first, then time advances.
#pragma once

#include <time.h>

namespace omc {

// 0, or -EINTR and the time left when a signal handler interrupts it. Null only yields.
long sleep_for(const timespec* duration, timespec* left);

}  // namespace omc
