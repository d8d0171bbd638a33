// A door to the rooms above: what has happened. Whoever is concerned listens: the vector clocks
// (races/happens_before), the trace of a replay (report/replay_trace), the caches of accesses, the
// log of blocks. report/events.cpp calls them; no listener decides what the thread does next.
#pragma once

#include "world/thread.h"

namespace omc {

// The running thread has performed an operation.
void happened(Op op, const void* object, uint64_t value = 0);
// The same for an operation whose order the caller passes on itself.
void happened_unordered(Op op, const void* object, uint64_t value = 0);

// A thread was created by the running one, and has not run yet.
void thread_created(Thread& thread);
// The running thread is about to end: what it still holds is given up.
void thread_ends(Thread& thread);

// A block of the heap. `room` is where its room begins, which for an aligned block is before it.
struct BlockExtent {
  uintptr_t room, begin;
  size_t size;
};
void block_born(uintptr_t room);
// It is about to be zeroed and to go into quarantine.
void block_died(const BlockExtent& block);

}  // namespace omc
