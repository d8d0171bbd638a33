// Sleeping and yielding: others may go first, and then time has passed.
#pragma once

#include <time.h>

namespace omc {

// 0, or -EINTR with what is left of it when a signal handler came between. Null only yields.
long sleep_for(const timespec* duration, timespec* left);

}  // namespace omc
