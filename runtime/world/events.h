// A door to the rooms above: events. Listeners are the vector clocks (races/happens_before), the
// trace of a replay (report/replay_trace), the caches of accesses and the log of blocks.
// report/events.cpp calls them. No listener decides what the thread does next.
#pragma once

#include "world/thread.h"

namespace omc {

// The running thread has performed an operation.
void happened(Op op, const void* object, uint64_t value = 0);
// The same where the caller updates happens-before itself.
void happened_unordered(Op op, const void* object, uint64_t value = 0);

// In a replay: the running thread is about to read or write memory.
void accesses_value(const void* p, size_t n, bool is_write);
// In a replay: an atomic of the running thread did not act on the newest store.
struct StaleAccess {
  const void *read, *written;  // bytes, or null
  uint32_t newer;              // how many stores were newer
  int order;
  const void* newest;       // the bytes of the newest
  const Thread* newest_by;  // null: the object was made with it
  int newest_order;
  Place newest_place;
};
void accesses_stale_value(const void* p, size_t n, const StaleAccess& access);

// The running thread has created a thread, which has not run yet.
void thread_created(Thread& thread);
// The running thread is about to end; it abandons the locks that it holds.
void thread_ends(Thread& thread);

// A block of the heap. Its room begins before it if the block is aligned.
struct BlockExtent {
  uintptr_t room, begin;
  size_t size;
};
void block_born(uintptr_t room);
// Before the block is zeroed and enters quarantine.
void block_died(const BlockExtent& block);

}  // namespace omc
