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

// `acquired`: the clocks that relaxed loads have read, for an acquire fence. `released`: the clock
// of the last release fence, for relaxed stores.
struct ThreadClocks {
  Clock now, acquired, released;
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
// The two halves of a fence: it acquires, then releases. Null where no clocks are followed.
ThreadClocks* begin_fence(int order);
void end_fence(ThreadClocks& thread, int order);
// The bytes of an object release what the object does: atomics of several sizes overlap.
void spread_clock(const void* p, size_t n, const Clock& clock);
// Memory was freed: objects there release nothing any more.
void forget_clocks(uintptr_t begin, size_t n);

// A memory order weaker than acquire or release refutes strong_orders.
void check_memory_order(AtomicOp op, int order);
// True for a try that did not take the lock, which synchronises with nothing.
bool is_failed_try(Op op, uint64_t value);
// The clocks have no room for more: the search continues and is incomplete.
enum class Overflow : uint32_t { none, clocks, stores, seq_cst };
void overflow_clocks(Overflow what = Overflow::clocks);

// How many components of a clock are in use.
unsigned clock_width();
void join_clock(Clock& to, const Clock& from);
// Of a thread, with what it has received from libraries; null when there are too many threads.
ThreadClocks* clocks_of(const Thread& thread);
// A clock that a load has read: an acquiring load joins it, a fence may join it later.
void acquire_carried(ThreadClocks& thread, const Clock& carried, int order);
// Later accesses of the running thread are not ordered by the release that was just made.
void begin_tick(ThreadClocks& thread);

constexpr bool acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}
constexpr bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

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
