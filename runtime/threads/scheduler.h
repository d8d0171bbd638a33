// The way between the search and the program's threads: who gets control, and how threads come to
// be. What a step is, and where a thread stops, is decided above (steps/).
#pragma once

#include "world/thread.h"

namespace omc {

// Makes the world with the program's main thread as thread 0, which will call `body`.
void make_world(size_t stack_size, void (*body)());

// Makes a thread; null when there are too many.
Thread* make_thread(void* (*entry)(void*), void* argument, size_t stack_size,
                    void* stack = nullptr);

// Search side: lets a thread run until it gives control back.
void resume_from_search(Thread& thread);
// The creator's side: the same for a thread that it has made.
void resume_from_creator(Thread& thread, Thread& creator);
// The running thread gives control to whoever waits for it: its creator, or the search.
void hand_over(Thread& thread);

}  // namespace omc
