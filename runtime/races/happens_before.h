// What happens before what: a vector clock for each thread, and one for everything that passes an
// order on, by the rules of C++20. Followed only where an atomic is weaker than acquire and
// release, or a lock is tried in vain (follows_clocks()): elsewhere two accesses that are not
// ordered meet at some state (races/co_enabled_races.h), and no history is needed.
//
// Atomics are followed exactly. Every other synchronisation passes on at least what the standard
// says, so that a pair that these clocks call unordered is unordered.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

constexpr unsigned most_ordered = 64;  // threads of an execution whose order can be followed

// For each thread, by its place in the world: how much of it is known to have happened before.
struct Clock {
  uint32_t ticks[most_ordered];
};

// Before the first step.
void open_order();

// What a thread has done, as it is traced.
void order_event(Op op, const void* object, uint64_t value);
void order_creation(const Thread& created);
void acquire_order(const void* object);
void acquire_order(const void* object, const Thread& thread);  // for one that another lets go
void release_order(const void* object);
// Orders of something at an address that are not those of the bytes there: what the readers of a
// lock pass on to the next writer, and not to each other; and what a program tells of itself
// (races/annotations.cpp).
constexpr unsigned address_bits = 60;
inline const void* readers_of(const void* lock) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(lock) | uintptr_t{1}
                                                                               << address_bits);
}
inline const void* told_of(const void* object) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(object) | uintptr_t{2}
                                                                                 << address_bits);
}
// What libraries pass on that are not instrumented (races/external_libraries.h).
inline const void* const of_libraries = reinterpret_cast<const void*>(3 << 12);
// An atomic operation: what comes with the value that it reads, and what goes with the one that it
// writes. What it acquires happens before the operation itself.
void acquire_atomic(const void* p, size_t n, AtomicOp op, int order);
void release_atomic(const void* p, size_t n, AtomicOp op, int order);
void order_fence(int order);
// Memory is given back: what lay there passes no order on.
void forget_order(uintptr_t begin, size_t n);

// An atomic operation that passes on less than all others are taken to do: the search begins again
// and follows orders.
void meet_order(AtomicOp op, int order);
// The operation did not get what it tried to take, which orders nothing.
bool is_failure(Op op, uint64_t value);
// Too much to follow: the search goes on, and is not whole.
void lose_order();

unsigned order_index(const Thread& thread);
const Clock& clock_of(unsigned index);

// Each clock that an order could still come from, with a key that is the same in every schedule.
using SeeClock = void (*)(uint64_t key, const Clock& clock, unsigned own, void* context);
void for_each_clock(SeeClock see, void* context);
constexpr unsigned no_thread = ~0u;

}  // namespace omc
