// Atomic operations. Each is a step of its own, as far as the granularity has such steps. With
// sequential consistency they act on memory, and memory orders affect happens-before alone
// (races/happens_before.h). With --memory-model c11 they may act on older stores
// (races/memory_model/).
#pragma once

#include <cstddef>

#include "races/memory_model/weak_atomics.h"
#include "world/access.h"
#include "world/border.h"
#include "world/world.h"

namespace omc {

// An operation but for its addresses: in a register, because a frame of the caller would hold
// arbitrary bytes beside it while the thread waits.
constexpr unsigned order_at = 8, failure_at = 24, size_at = 32;
constexpr uint64_t atomic_word(size_t n, AtomicOp op, int order, int failure = 0) {
  return static_cast<uint64_t>(op) | static_cast<uint64_t>(order) << order_at |
         static_cast<uint64_t>(failure) << failure_at | uint64_t{n} << size_at;
}

Performed begin_atomic_explored(const void* p, uint64_t word, const void* expected,
                                const void* value, const void* pc);
void fence(int order, const void* pc);

// Called before an atomic operation of the program. `expected`: of a compare-exchange; `value`: the
// bytes of a store.
template <class T>
[[gnu::always_inline]] inline Performed begin_atomic(const volatile T* p, uint64_t word,
                                                     const void* expected, const void* value,
                                                     const void* pc) {
  if (!__builtin_expect(checker.exploring, 0)) return {};
  Performed result = begin_atomic_explored(const_cast<const T*>(p), word, expected, value, pc);
  leave_no_traces();
  return result;
}

}  // namespace omc
