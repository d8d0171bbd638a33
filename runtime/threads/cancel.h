// Cancellation: a thread is asked to end, and does so where it may be: at the next cancellation
// point, or anywhere when it has said so. It leaves like pthread_exit, with destructors and cleanup
// handlers on its way.
#pragma once

#include "world/thread.h"

namespace omc {

// Asked to end, at a place where it may: this comes before everything else that it could do.
bool must_cancel(const Thread& thread);
// Does so; a wait on a condition variable first takes its mutex again, and then comes back here by
// itself.
void cancel_now();
// A function that is a cancellation point begins.
void cancellation_point();

int cancel_thread(pthread_t thread);
int set_cancel_state(int state, int* old);
int set_cancel_type(int type, int* old);

// Ends the running thread from inside its function: destructors of its frames and cleanup handlers
// run first.
[[noreturn]] void unwind_thread(void* result);

}  // namespace omc
