// The map of the program's writable memory: watching, mapping, unmapping, protection.
#pragma once

#include "platform/digest.h"
#include "snapshot/region_table.h"

namespace omc {

// Finds the program's writable memory and watches it.
void watch_program();
// Some of the range belongs to libomc, to the search or to the Run.
bool is_memory_of_checker(uintptr_t begin, uintptr_t end);
// Watches memory of a slot. The memory is zero and is never unmapped.
void watch(uintptr_t begin, uintptr_t end, RegionKind kind, unsigned slot, int protection);
// Watches memory that the program has just mapped. The caller has unmapped what was there.
void watch_mapped(uintptr_t begin, uintptr_t end, RegionKind kind, int protection,
                  uint64_t content);

// Zeroed memory of the checker that is rewound with the program but does not count in the state.
void* rewound_memory(size_t bytes);

// Unmapped memory becomes inaccessible but stays mapped, so that a restore can bring it back.
void unmap(uintptr_t begin, uintptr_t end);
// Returns 0 or the kernel's negative error number.
long change_protection(uintptr_t begin, uintptr_t end, int protection);
// The same for memory that is watched already.
long change_watched_protection(uintptr_t begin, uintptr_t end, int protection);
// The protection of a whole range, or -1 when it is not uniform.
int protection_at(uintptr_t begin, uintptr_t end);
// Restores the map of an earlier time of the map clock.
void restore_regions(uint64_t map_clock);
// How the map differs from the initial one.
Digest map_digest();

}  // namespace omc
