// Signals between the threads of the program. What is sent waits in the world until a thread that
// does not block it takes a step: that step begins with the handler, on the thread's own stack.
// Nothing of it is in the kernel, so it goes back with the world.
#pragma once

#include <signal.h>

#include "world/thread.h"
#include "world/world.h"

namespace omc {

// What the kernel knows of the program's handlers and mask before the checker puts its own in
// place.
void adopt_signals();

// A signal that this thread would have to handle now.
bool has_signal(const Thread& thread);
// Handles all of them: true when that ends a wait of this kind.
bool run_handlers(Interrupt wait);

// For each: the result as the system call would give it.
long set_action(int signal, const SignalAction* action, SignalAction* old);
long set_signal_mask(int how, const uint64_t* mask, uint64_t* old);
long read_pending_signals(uint64_t* out);
// To a thread, or with null to the process; with a value, where one was given.
long send_signal(Thread* to, int signal, const siginfo_t* sent = nullptr);
long wait_for_signal(uint64_t set, siginfo_t* out, const timespec* until);
// Until a handler has run, with another mask.
long suspend_until_signal(uint64_t mask);

// A timer of the kernel that would send this signal runs or not. It never strikes here.
void set_timer(int signal, bool runs);
// Threads wait for what a signal can bring about, and a timer of the kernel would send one.
bool timer_could_unblock();

// The program crashed in a way that it handles itself: when this gives true, returning from
// `context` enters its handler.
bool enter_handler(int signal, const siginfo_t& info, void* context);

extern const Waiting waiting_for_signal;

}  // namespace omc
