// Atomic operations: each is a step of its own where the granularity has one, and sequentially consistent.
#pragma once

#include <cstddef>

namespace omc {

enum class AtomicOp { load, store, update };

// Before an atomic operation of the program.
void begin_atomic_explored(const void* p, size_t n, AtomicOp op, int order, const void* pc);

}  // namespace omc

#include "scheduler.h"

namespace omc {

inline void begin_atomic(const void* p, size_t n, AtomicOp op, int order, const void* pc) {
  if (!__builtin_expect(checker.exploring, 0)) return;
  begin_atomic_explored(p, n, op, order, pc);
  leave_no_traces();
}

}  // namespace omc
