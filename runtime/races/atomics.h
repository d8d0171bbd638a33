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

Performed begin_atomic_explored(const AtomicOperation& operation, const void* value,
                                const void* pc);
void fence(int order, const void* pc);

// Called before an atomic operation of the program. `value`: the bytes of a store.
inline Performed begin_atomic(const AtomicOperation& operation, const void* value, const void* pc) {
  if (!__builtin_expect(checker.exploring, 0)) return {};
  Performed result = begin_atomic_explored(operation, value, pc);
  leave_no_traces();
  return result;
}

}  // namespace omc
