// One step: from where a thread was chosen to where it gives control back. What is kept of a step
// (its footprint, its cache of private memory, the hooks that it may pass) begins anew with each.
#pragma once

#include "world/thread.h"

namespace omc {

// Search side: runs the first thread to its first point.
void start_first_thread();
// Search side: lets `thread` take a step.
void run_step(Thread& thread, unsigned outcome);

// Runs a new thread to its first point: until then it can only do what nobody notices, so it does
// that at once.
void start_thread(Thread& thread);

}  // namespace omc
