// The net under everything else: system calls that the program's code or its libraries make while
// they are explored arrive here (Linux: syscall user dispatch), whoever makes them. Output is
// captured, the end of the program is seen, what would wait in the kernel is not, mappings are
// watched; the rest is passed on, and what could matter is named.
#pragma once

#include <signal.h>

namespace omc {

// Begins to catch system calls in this process; a fork has to begin anew. False when the kernel
// can't.
bool catch_system_calls();

// The handler of SIGSYS.
void on_system_call(siginfo_t* info, void* context);

// A handler that runs on the checker's own stack and comes back without the C library.
void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*));

}  // namespace omc
