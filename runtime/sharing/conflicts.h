// Which accesses to a granule can be in a data race, by all accesses of the run so far. Others need
// not be in the access history:
//
// - A thread held the same lock at every access (Eraser's locksets). Its clock orders them.
// - No other thread has made an access that conflicts with this one.
//
// The table lies in the Run and only learns. When an access turns out to conflict with one that was
// left out, the search restarts with that knowledge (known_conflicts).
#pragma once

#include <cstdint>

#include "world/access.h"
#include "world/thread.h"

namespace omc {

void open_conflicts();

// The threads whose accesses may be in a race with one: none, a slot + 1, or many.
using Conflictors = uint16_t;
constexpr Conflictors no_conflictor = 0, many_conflictors = UINT16_MAX;
struct KnownConflicts {
  Conflictors conflictors;
  AccessKind kind;  // a weaker kind where that conflicts with the same accesses
};
// Records an access of a thread to a granule.
KnownConflicts known_conflicts(uintptr_t granule, AccessKind kind, const Thread& thread);

}  // namespace omc
