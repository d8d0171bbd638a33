// Output by stdio and by std::cout stays inside, so that what a statement writes stands together.
// A thread leaves while the stream is locked by another one, and while its descriptor takes
// nothing.
#pragma once

#include <cstdio>

#pragma GCC visibility push(default)
extern "C" {
void omc_atomic_before_output(FILE* stream);
void omc_atomic_before_ostream(const void* stream);
void omc_atomic_after_output();
// Where an exception has arrived, which may have left such a call.
void omc_atomic_landed();
}
#pragma GCC visibility pop
