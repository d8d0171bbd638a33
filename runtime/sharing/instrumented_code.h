// Where instrumented code lies: in the program, and in libraries that omc-cc has compiled. The
// driver has checked that all code of these files is instrumented.
#pragma once

#include <cstdint>

namespace omc {

void find_instrumented_code();
bool is_instrumented(uintptr_t pc);
// False for a stub that leads to a library without instrumentation.
bool is_instrumented_function(uintptr_t address);
// By the name of a function that the linker resolved. False when a library without instrumentation
// defines it.
bool is_instrumented_function(const char* name);

// True for a function of a library that may synchronise threads by itself: any library without
// instrumentation except the standard ones.
bool may_synchronise(uintptr_t address);
bool may_synchronise(const char* name);
// True for a function of the standard libraries that has no effect beyond what libomc learns of
// anyway: it calls functions that libomc defines, and otherwise uses memory of its own thread.
bool is_transparent(const char* name);
// True for code inside such a library.
bool is_synchronising_code(const void* pc);
// True for code inside such a library that defines malloc.
bool is_of_allocator(uintptr_t address);

}  // namespace omc
