// Signals between the threads of the program. A signal is pending in the world until a thread that
// does not block it takes a step. That step begins with the handler, on the thread's own stack. The
// kernel is not involved, so signals go back with the world.
#pragma once

#include <signal.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// Copies the program's handlers and mask from the kernel, before the checker installs its own.
void adopt_signals();

// The thread must handle a signal now.
bool has_signal(const Thread& thread);
// Handles all pending signals; true when that ends a wait of this kind.
bool run_handlers(Interrupt wait);

// For each: the result as the system call would give it.
long set_action(int signal, const SignalAction* action, SignalAction* old);
long set_signal_mask(int how, const uint64_t* mask, uint64_t* old);
long read_pending_signals(uint64_t* out);
// To a thread or, with null, to the process. `sent` holds the value, or is null.
long send_signal(Thread* to, int signal, const siginfo_t* sent = nullptr);
long wait_for_signal(uint64_t set, siginfo_t* out, const timespec* until);
// Waits with another mask until a handler has run.
long suspend_until_signal(uint64_t mask);

// A timer sends a signal, from a thread of its own.
void deliver_signal(Thread* to, int signal, const siginfo_t* sent);
// The program could tell whether the signal was sent, and it is not pending yet.
bool signal_can_be_noticed(const Thread* to, int signal);

// The program has a handler for this crash: if true, returning from `context` enters it.
bool enter_handler(int signal, const siginfo_t& info, void* context);

extern const Waiting waiting_for_signal;

}  // namespace omc
