// The regions of the program's writable memory, and a lookup by address.
#pragma once

#include "platform/address_space.h"

namespace omc {

// For reports, and for what counts as shared between threads.
enum class RegionKind : uint8_t { module, heap, anonymous, thread_local_storage, checker };

struct Region {
  uintptr_t begin, end;
  RegionKind kind;
  uint16_t slot;
  int protection;  // as the program sees it
  // Times of the world's map clock.
  uint64_t born;         // mapped; 0: at the beginning
  uint64_t died;         // unmapped; 0: alive
  bool in_place;         // made by mprotect from another region: restoring must not unmap it
  uint64_t content = 0;  // identifies the mapped file and the part of it
};

struct Extent {
  uintptr_t begin = 0, end = 0;
};

// The live region at an address, or null.
Region* region_of(uintptr_t address);

// All regions, dead ones included. A removed region is empty.
size_t region_count();
const Region& region_at(size_t i);
Region& region_to_change(size_t i);
Region& add_region(const Region& region);
void remove_region(Region& region);
constexpr uint64_t never_again = ~uint64_t{0};  // `died` of a removed region

}  // namespace omc
