// How an instrumented program begins and ends. Dormant, it runs as if there were no checker; under
// `omc check` its whole life, from the constructors of its globals to its exit handlers, is thread 0 of
// an exploration.
#pragma once

namespace omc {

// Runs the exit handlers of the program, as exit() does, and ends the execution.
[[noreturn]] void end_program(int status);

// Ends the running thread from the middle of its work, as pthread_exit does: its frames are unwound.
[[noreturn]] void leave_thread(void* result);

// Why abort() is called: what the C++ library has just written about an exception that nobody caught.
const char* abort_reason();

// This process stops being explored: a child that the program itself has forked.
void go_dormant();

}  // namespace omc
