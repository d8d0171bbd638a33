#include "snapshot/region_table.h"

#include "platform/assert.h"

namespace omc {
namespace {

constexpr size_t max_regions = 1 << 16;

Region* regions;
size_t regions_used;

}  // namespace

Region& add_region(const Region& region) {
  if (!regions) regions = static_cast<Region*>(checker_memory(max_regions * sizeof(Region)));
  OMC_ASSERT(regions_used < max_regions);
  return regions[regions_used++] = region;
}

void remove_region(Region& region) {
  region = {0, 0, RegionKind::anonymous, 0, 0, 0, never_again, false};
  while (regions_used && regions[regions_used - 1].died == never_again) regions_used--;
}

Region* region_of(uintptr_t address) {
  for (size_t i = regions_used; i-- > 0;)
    if (!regions[i].died && address >= regions[i].begin && address < regions[i].end)
      return &regions[i];
  return nullptr;
}

size_t region_count() { return regions_used; }
const Region& region_at(size_t i) { return regions[i]; }
Region& region_to_change(size_t i) { return regions[i]; }

}  // namespace omc
