// Fibers: a thread of the program is a stack with registers and thread-local storage, made as the C
// library makes its threads, so that its code runs there unchanged.
#pragma once

#include "world/thread.h"

namespace omc {

// The machinery of the C library that fibers need; looked up once, before anything is explored.
void prepare_threads();
// A thread for `slot` with a stack and a TLS block; it will call entry(argument).
// Its stack is one of its own, or memory of the program.
void build_thread(Thread& thread, size_t stack_size, void* stack);
// The thread that is running now becomes thread 0: it keeps its TLS, and has a stack of its slot
// like the others.
void adopt_main_thread(Thread& thread, size_t stack_size, void (*body)());
// What the C library does when a thread ends: destructors of thread_local objects and of keys.
void run_thread_destructors();
// Of keys that were created before anything was explored.
extern void (*early_destructors[max_keys])(void*);
void release_thread(Thread& thread);

// Its name as the program sees it, with as many bytes as the kernel's has.
const char* name_of(const Thread& thread);
void set_name(Thread& thread, const char* name);

// Thread-local variables lie below the thread pointer, so far at most.
size_t thread_local_size();

}  // namespace omc
