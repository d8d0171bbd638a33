// Fibers: a thread of the program is a stack with registers and thread-local storage. Both are set
// up as the C library does, so its code runs there unchanged.
#pragma once

#include "world/thread.h"

namespace omc {

// Looks up the functions of the C library that fibers need; once, before exploration begins.
void prepare_threads();
// Gives a new thread its TLS block and its stack: that of its slot, or memory of the program.
void build_thread(Thread& thread, size_t stack_size, void* stack);
// Makes the running kernel thread thread 0. It keeps its TLS, and gets the stack of its slot.
void adopt_main_thread(Thread& thread, size_t stack_size, void (*body)());
// Runs the destructors of thread_local objects and of keys, as the C library does at a thread's
// end.
void run_thread_destructors();
// Of keys that were created before exploration began.
extern void (*early_destructors[max_keys])(void*);
void release_thread(Thread& thread);

// Its name as the program sees it, in at most 15 bytes.
const char* name_of(const Thread& thread);
void set_name(Thread& thread, const char* name);

// The size of thread-local storage below the thread pointer.
size_t thread_local_size();

}  // namespace omc
