// Locks that a thread holds when it ends.
#pragma once

#include "world/thread.h"

namespace omc {

// Robust mutexes are given up; others are reported, for nobody can unlock them any more.
void abandon_locks(Thread& thread);

}  // namespace omc
