#include "sharing/private_access.h"

#include "heap/heap.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "world/access.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

bool is_in_live_block(uintptr_t address, size_t n) {
  if (!in_slots(address) || (address - slots_begin) % slot_size < heap_offset) return false;
  Block block = block_at(address);
  if (block.life != Life::live || address < block.begin || address - block.begin + n > block.size)
    return false;
  cache_live(address, block.begin, block.begin + block.size);
  return true;
}

bool is_surely_live(const void* p, size_t n) {
  auto address = reinterpret_cast<uintptr_t>(p);
  if (is_null_page(address)) return false;
  if (!in_slots(address) || !inside()) return true;
  const Thread& thread = current_thread();
  bool own_stack = address >= thread.stack_begin && address < thread.stack_end;
  return own_stack || is_in_live_block(address, n);
}

bool is_private_access(const void* p, size_t n, AccessKind kind) {
  constexpr size_t few = 64;
  auto address = reinterpret_cast<uintptr_t>(p);
  if (!private_cache.enabled) return false;
  if (!entered() || current_thread().synchronised) return false;
  Thread& thread = current_thread();
  bool whole_page = is_cached_private(address, n) ||
                    (address % page_size + n <= page_size && is_private_page(address));
  if (!whole_page && (n > few || !are_private_granules(address, n, kind))) return false;
  if (!is_cached_live(thread, address, n) && !is_in_live_block(address, n)) return false;
  if (whole_page)
    cache_around(thread, address);
  else
    cache_granules(thread, address, n);
  return true;
}

uint64_t private_iterations(uintptr_t address, int64_t step, size_t n) {
  constexpr uintptr_t most_pages = 64, everywhere = UINTPTR_MAX / 2;
  const Thread& thread = *world().current;
  if (!is_cached_private(address, n)) return 0;
  if (!is_cached_live(thread, address, n) && !is_in_live_block(address, n)) return 0;
  if (!step) return UINT32_MAX;
  uintptr_t begin = 0, end = everywhere;
  if (private_cache.checks_lifetime && in_slots(address)) {
    bool on_stack = address >= thread.stack_begin && address < thread.stack_end;
    begin = on_stack ? thread.stack_begin : block_place(address).begin;
    end = on_stack ? thread.stack_end : block_place(address).end;
  }
  uintptr_t page = page_of(address), pages = 1;
  if (step > 0) {
    while (pages < most_pages && is_cached_private(page + pages * page_size, 1)) pages++;
    end = end < page + pages * page_size ? end : page + pages * page_size;
    return (end - address - n) / static_cast<uintptr_t>(step) + 1;
  }
  while (pages < most_pages && page >= pages * page_size &&
         is_cached_private(page - pages * page_size, 1))
    pages++;
  uintptr_t lowest = page - (pages - 1) * page_size;
  begin = begin > lowest ? begin : lowest;
  return (address - begin) / static_cast<uintptr_t>(-step) + 1;
}

}  // namespace omc
