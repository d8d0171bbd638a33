// Atomic operations. Each is a step of its own, as far as the granularity has such steps. Values
// are sequentially consistent; memory orders affect happens-before alone (races/happens_before.h).
#pragma once

#include <cstddef>

#include "world/access.h"
#include "world/border.h"
#include "world/world.h"

namespace omc {

// The memory orders of a compare-exchange.
struct Orders {
  int success, failure;
};

void begin_atomic_explored(const void* p, size_t n, AtomicOp op, int order, const void* pc);
void begin_compare_explored(const void* p, const void* expected, size_t n, Orders orders,
                            const void* pc);
void fence(int order);

// Called before an atomic operation of the program.
inline void begin_atomic(const void* p, size_t n, AtomicOp op, int order, const void* pc) {
  if (!__builtin_expect(checker.exploring, 0)) return;
  begin_atomic_explored(p, n, op, order, pc);
  leave_no_traces();
}
inline void begin_compare(const void* p, const void* expected, size_t n, Orders orders,
                          const void* pc) {
  if (!__builtin_expect(checker.exploring, 0)) return;
  begin_compare_explored(p, expected, n, orders, pc);
  leave_no_traces();
}

}  // namespace omc
