// What an atomic operation may do under C++20's memory orders: the store that a load or an update
// reads, the place of a store in modification order. Each is an outcome of the operation's step.
// Outcome n acts on the store that n newer ones follow; outcome 0 is sequential consistency.
#pragma once

#include <cstddef>
#include <type_traits>

#include "races/memory_model/stores.h"
#include "world/access.h"

namespace omc {

// An atomic operation. `failure` and `expected` are those of a compare-exchange. It lies in frames
// of stopped threads, so it has no padding: that would hold arbitrary bytes.
struct AtomicOperation {
  const void* p;
  uint32_t n;
  AtomicOp op;
  int order;
  int failure = 0;
  const void* expected = nullptr;
};
static_assert(std::has_unique_object_representations_v<AtomicOperation>);
// As the pending operation of a thread, and back.
Pending pending_of(const AtomicOperation& operation);
AtomicOperation operation_of(const Pending& pending);

// What a compare-exchange is once it has read a store: an update, or a load.
AtomicOperation settled(const AtomicOperation& operation, const void* bytes);

// True when this outcome is allowed now.
bool is_allowed(const Thread& thread, unsigned outcome);

}  // namespace omc
