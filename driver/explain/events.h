// The events of a replayed schedule and how its threads stood at the end, as the run keeps them;
// and what follows from the events alone: who holds which lock.
#pragma once

#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "run/run.h"

namespace omc::driver {

llvm::ArrayRef<Event> events_of(const Run& run);
llvm::ArrayRef<ThreadRecord> final_threads(const Run& run);

// Whether the operation is about a lock: one that takes a lock of its kind is a right mover.
bool concerns_lock(Op op);
// Whether `object` of the operation is an address.
bool has_address(Op op);

struct Holding {
  uint64_t object;
  unsigned thread;
  Site since;
};

// Who holds which lock after the first `events` events. Several readers may hold one lock.
std::vector<Holding> holdings(const Run& run, uint64_t events = UINT64_MAX);

}  // namespace omc::driver
