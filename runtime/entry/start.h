// How an instrumented program begins and ends. Dormant, it runs as if there were no checker; under
// `omc check` its whole life, from the constructors of its globals to its exit handlers, is thread
// 0 of an exploration.
#pragma once

namespace omc {

// Runs the exit handlers of the program, as exit() does, and ends the execution.
[[noreturn]] void end_program(int status);

// Why abort() is called: what the C++ library has just written about an exception that nobody
// caught.
const char* abort_reason();

// This process stops being explored: a child that the program itself has forked.
void go_dormant();

}  // namespace omc
