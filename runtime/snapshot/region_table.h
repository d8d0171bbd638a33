// The regions of the program's writable memory, and which of them an address lies in.
#pragma once

#include "platform/address_space.h"

namespace omc {

// What a region is, for reports and for what counts as shared between threads.
enum class RegionKind : uint8_t { module, heap, anonymous, thread_local_storage, checker };

struct Region {
  uintptr_t begin, end;
  RegionKind kind;
  uint16_t slot;
  int protection;  // as the program sees it
  uint64_t born;   // at which time of the world's map clock it came to be, 0: it was there in the
                   // beginning
  uint64_t died;   // and was unmapped; 0: it is alive
  bool in_place;   // it took the place of another by mprotect: nothing to unmap
  uint64_t content = 0;  // which file was mapped there, and which part of it
};

struct Extent {
  uintptr_t begin = 0, end = 0;
};

// The region that lives at an address, or null.
Region* region_of(uintptr_t address);

// All of them, dead ones included; removed ones are empty.
size_t region_count();
const Region& region_at(size_t i);
Region& region_to_change(size_t i);
Region& add_region(const Region& region);
void remove_region(Region& region);
constexpr uint64_t never_again = ~uint64_t{0};  // when a removed one died

}  // namespace omc
