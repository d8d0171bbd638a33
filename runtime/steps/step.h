// A step: from where the search chooses a thread to where the thread gives control back. The
// footprint, the cache of private memory and the hooks that a thread may pass are reset at each.
#pragma once

#include "world/thread.h"

namespace omc {

// Search side: runs the first thread to its first point.
void start_first_thread();
// Search side: lets `thread` take a step.
void run_step(Thread& thread, unsigned outcome);

// Runs a new thread to its first point at once, because nothing before that point is visible.
void start_thread(Thread& thread);

// True when a return to `pc` ends the running thread: the code there is libomc's, or a start
// function of the C++ library. It does nothing that other threads can notice.
bool ends_thread(uintptr_t pc);

}  // namespace omc
