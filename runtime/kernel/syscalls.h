// Catches the system calls of an explored program, whichever library makes them (Linux: syscall
// user dispatch), and serves each as its row in kernel/syscalls.def says. The calls of this library
// itself are not caught.
#pragma once

#include <signal.h>

namespace omc {

// Begins to catch system calls in this process; a forked process must call it again. False when the
// kernel can't.
bool catch_system_calls();

// The handler of SIGSYS.
void on_system_call(siginfo_t* info, void* context);

// Installs a handler that runs on the checker's own stack and returns without the C library.
void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*));

}  // namespace omc
