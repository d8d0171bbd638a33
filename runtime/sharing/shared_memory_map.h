// The shared memory of a run: granules that several threads have accessed, not all by reads and not
// all by atomics. Memory of one thread is in no data race, and the order of accesses to it has no
// effect. Such accesses are no scheduling points and are not in the access history.
//
// The table lies in the Run and only grows. When a granule turns out to be shared, the search
// restarts with that knowledge. Addresses are the same in every schedule, so a few restarts
// suffice.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

void open_shared_memory_map();
// Records an access of the current thread. True when it accesses shared memory.
bool accesses_shared(uintptr_t address, size_t n, AccessKind kind);
// Records an access of the current thread to a page. True when no other thread has accessed it.
bool is_private_page(uintptr_t address);
// For a page that is not private: false when no thread has accessed the granule.
bool was_accessed(uintptr_t granule);
// Small numbers, equal in all schedules and processes; no_number when the table is full.
constexpr uint32_t no_number = ~uint32_t{0};
uint32_t granule_number(uintptr_t granule);
uint32_t object_number(uintptr_t address);

// Records a plain access. True when this thread alone accesses the granules and is recorded as
// writing, so repeating the access records nothing new.
bool are_private_granules(uintptr_t address, size_t n, AccessKind kind);

// Records an atomic operation. True when atomics of another size overlap it, such as one on a
// single byte of the word. Always true in a replay.
bool has_mixed_sizes(uintptr_t address, size_t n);

// Records that an object is updated (fetch_add, exchange), or loaded or stored. True when it is
// only updated so far: then each update reads the newest store. Never true in a replay.
bool is_only_updated(uintptr_t address, size_t n, bool is_update);

// A thread has tested whether the lock is held, or accessed the stack of another thread; whether
// any thread ever did.
void observe_lock(const void* lock);
bool is_observed(const void* lock);
inline const void* stack_of(const Thread& thread) {
  return reinterpret_cast<const void*>(thread.stack_end);
}

}  // namespace omc
