// Cancellation: a thread that was requested to end does so at its next cancellation point, or
// anywhere if its cancellation is asynchronous. It unwinds as in pthread_exit: destructors and
// cleanup handlers run.
#pragma once

#include "world/thread.h"

namespace omc {

// The thread is cancelled, and stands at a cancellation point: its next step is to end.
bool must_cancel(const Thread& thread);
// Ends it. A wait on a condition variable locks its mutex first, and then reaches a cancellation
// point.
void cancel_now();
// First in a function that is a cancellation point.
void cancellation_point();

int cancel_thread(pthread_t thread);
int set_cancel_state(int state, int* old);
int set_cancel_type(int type, int* old);

// Ends the running thread after the destructors of its frames and its cleanup handlers.
[[noreturn]] void unwind_thread(void* result);

}  // namespace omc
