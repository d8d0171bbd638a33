// The map of the program's writable memory: what is watched, mapped, unmapped and protected.
#pragma once

#include "platform/digest.h"
#include "snapshot/region_table.h"

namespace omc {

// Finds the writable memory of the program as it is now and watches it.
void watch_program();
// Watches memory of a slot, which is zero now and stays mapped whatever happens.
void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection);
// Watches memory that the program has just mapped; what was in its place was unmapped before.
void watch_mapped(uintptr_t begin, uintptr_t end, RegionKind kind, int protection,
                  uint64_t content);

// Zeroed memory of the checker that goes back with the program; it does not count in the state.
void* rewound_memory(size_t bytes);

// The program unmaps or protects memory. It is taken out of reach, not given back, so that going
// back is possible.
void unmap(uintptr_t begin, uintptr_t end);
// 0 or the kernel's negative error number.
long change_protection(uintptr_t begin, uintptr_t end, int protection);
// The protection of a range that is the same everywhere in it, or -1.
int protection_at(uintptr_t begin, uintptr_t end);
// Back to the map as it was at this time of the map clock.
void restore_regions(uint64_t map_clock);
// How the map of memory differs from the one in the beginning.
Digest map_digest();

}  // namespace omc
