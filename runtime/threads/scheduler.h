// Switches between the search and the program's threads, and creates threads. steps/ decides where
// a thread stops.
#pragma once

#include "world/thread.h"

namespace omc {

// Makes the world with the program's main thread as thread 0, which will call `body`.
void make_world(size_t stack_size, void (*body)());

// Creates a thread; null when there are too many.
Thread* make_thread(void* (*entry)(void*), void* argument, size_t stack_size,
                    void* stack = nullptr);

// The slot of the thread that creates the one in `slot`, in every execution; max_threads for main.
unsigned creator_of(unsigned slot);

// Search side: lets a thread run until it gives control back.
void resume_from_search(Thread& thread);
// The same in a thread, for a thread that it has created.
void resume_from_creator(Thread& thread, Thread& creator);
// Gives control to the creator that waits for this thread's first point, or to the search.
void hand_over(Thread& thread);

}  // namespace omc
