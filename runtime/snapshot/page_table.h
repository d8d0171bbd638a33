// What the map of regions and the table of pages need of each other.
#pragma once

#include "snapshot/pages.h"

namespace omc {

void open_page_table();
void protect(uintptr_t begin, uintptr_t end, int protection);
Region* region_of(uintptr_t address);

// Known pages in a range belong to another region from now on; null is none, for the time being.
void move_pages(const Region* from, Region* to, uintptr_t begin, uintptr_t end);
// Others will be in this place.
void hide_pages(uintptr_t begin, uintptr_t end);
// They are out of reach; what was in them is not part of the state.
void lose_pages(const Region* region);
// They are about to be read-only.
void cool_pages(const Region* region);
// They are gone for good.
void drop_pages(Region* region);

void restore_regions(uint64_t map_clock);
// How the map of memory differs from the one in the beginning.
Digest map_digest();

}  // namespace omc
