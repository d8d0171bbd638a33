// Which memory threads share: the granules that more than one thread has touched in this run, not
// all of them reading and not all of them by atomics. What only one thread touches can be in no
// race and no order of it matters, so it is neither a place to switch nor part of the history.
//
// The table lies in the run and only grows. A granule that was taken for private and turns out to
// be shared means that the search begins again and knows better: addresses are the same in every
// schedule, so it soon knows all.
#pragma once

#include "world/access.h"

namespace omc {

// Once for a run.
void open_sharing();
// The running thread touches these bytes: true when some of them are known to be shared.
bool touches_shared(uintptr_t address, size_t n, AccessKind kind);
// The same for a page of which only this thread has touched anything.
bool is_private_page(uintptr_t address);
// On any other page: false when nobody has touched these eight bytes.
bool was_touched(uintptr_t granule);
// Small numbers, the same in every schedule and every process; no_number when there is no room for
// more.
constexpr uint32_t no_number = ~uint32_t{0};
uint32_t granule_number(uintptr_t granule);
uint32_t object_number(uintptr_t address);

// A plain access there, where nobody else has been: true when it was noted that this thread writes
// there, so that whatever it does there again says nothing new.
bool are_own_granules(uintptr_t address, size_t n, AccessKind kind);

// An atomic operation on these bytes: true when others use a part of them, or more than them, such
// as a word that is taken whole and given back by one of its bytes. A replay takes all for such.
// When it shows late, the search begins again.
bool is_mixed(uintptr_t address, size_t n);

// Somebody asks whether a lock is held; was that ever asked.
void observe_lock(const void* lock);
bool is_observed(const void* lock);

}  // namespace omc
