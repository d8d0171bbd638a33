// Futexes. The result is 0, the number of woken threads, or a negative error number.
#pragma once

#include <time.h>

#include "world/thread.h"

namespace omc {

long futex_wait(const int* word, int expected, const timespec* until);
long futex_wake(const int* word, int most);
extern const Waiting waiting_on_futex, waiting_to_wake;

}  // namespace omc
