// Locks that a thread holds when it ends.
#pragma once

#include "world/thread.h"

namespace omc {

// Releases robust mutexes. Reports the others, which no thread can unlock any more.
void abandon_locks(Thread& thread);

}  // namespace omc
