// Ids of threads (pthread_t, std::thread::id) that come back (--reuse). The C library gives a new
// thread the memory of one that has ended, and so its id. A program that has kept the old id takes
// the new thread for the old one.
#pragma once

#include "world/thread.h"

namespace omc {

// Before a thread is created: the thread that has ended and whose id the new one gets, or null. A
// choice of the search.
const Thread* returning_id();

}  // namespace omc
