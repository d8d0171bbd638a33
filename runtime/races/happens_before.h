// Happens-before, by the rules of C++20: a vector clock for each thread and for each object that
// synchronises. Clocks are followed only after an atomic weaker than acquire and release, or a
// failed try of a lock (follows_clocks()). Otherwise unordered accesses are co-enabled at some
// state (races/co_enabled_races.h).
//
// Atomics are followed exactly. Every other synchronisation orders at least what the standard
// demands, so accesses that are unordered by these clocks are unordered.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

constexpr unsigned most_clocked_threads = 64;  // further threads overflow

// A vector clock, by index of the thread in the world.
struct Clock {
  uint32_t ticks[most_clocked_threads];
};

void open_clocks();

// Applies the clock effect of an operation (run/operations.def).
void advance_clocks(Op op, const void* object, uint64_t value);
void fork_clock(const Thread& created);
void acquire_from(const void* object);
void acquire_from(const void* object, const Thread& thread);  // for a thread that another one wakes
void release_to(const void* object);
// Objects at an address that are distinct from the bytes there. Readers of a lock release to the
// next writer, not to each other. Annotations are independent of the object's own operations
// (races/annotations.cpp).
constexpr unsigned address_bits = 60;
inline const void* readers_of(const void* lock) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(lock) | uintptr_t{1}
                                                                               << address_bits);
}
inline const void* annotated(const void* object) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(object) | uintptr_t{2}
                                                                                 << address_bits);
}
// The object to which libraries without instrumentation release (races/external_libraries.h).
inline const void* const libraries_object = reinterpret_cast<const void*>(3 << 12);
// The two halves of an atomic operation: it acquires with the value that it reads, and releases
// with the value that it writes. What it acquires happens before the operation itself.
void acquire_atomic(const void* p, size_t n, AtomicOp op, int order);
void release_atomic(const void* p, size_t n, AtomicOp op, int order);
void fence_clocks(int order);
// Memory was freed: objects there release nothing any more.
void forget_clocks(uintptr_t begin, size_t n);

// A memory order weaker than acquire or release refutes strong_orders.
void check_memory_order(AtomicOp op, int order);
// True for a try that did not take the lock, which synchronises with nothing.
bool is_failed_try(Op op, uint64_t value);
// The clocks have no room for more: the search continues and is incomplete.
void overflow_clocks();

unsigned clock_index(const Thread& thread);
const Clock& clock_of(unsigned index);
// The clock with which a stopped thread goes on: whatever it does next, it first acquires what it
// waits for. States whose threads differ in less than that are one.
Clock next_clock(unsigned index);

// Visits each clock that a thread may still acquire besides those of threads, with a key that is
// equal in all schedules. Keys of threads are `slot << 2 | 1`.
using ClockVisitor = void (*)(uint64_t key, const Clock& clock, void* context);
void for_each_clock(ClockVisitor visit, void* context);

}  // namespace omc
