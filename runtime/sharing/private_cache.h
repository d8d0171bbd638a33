// A cache of memory that is private to one thread and alive: private pages, live blocks, and lines
// that satisfy both. Most accesses are private. Instrumented code tests the marks of lines inline,
// without a call of libomc (omc/fast_path.h).
//
// Each step begins with an empty cache. A hit leaves the dead part of the stack unchanged, a miss
// does not. So hits must follow from the step alone; otherwise equal states would depend on how
// they were reached.
#pragma once

#include <cstring>

#include "omc/fast_path.h"
#include "platform/address_space.h"
#include "platform/assert.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

constexpr unsigned cached_pages = 1 << 10, cached_blocks = 1 << 10, most_marked = 1 << 15;

struct CachedPage {
  uintptr_t page;
  uint64_t generation;
};
struct CachedBlock {
  uintptr_t begin, end;
  uint64_t generation;
};
// A range of lines whose marks are set.
struct Marked {
  uintptr_t first;
  size_t count;
};
// One for each process.
struct PrivateCache {
  // False in a replay and where each access is a step.
  bool enabled;
  bool checks_sharing, checks_lifetime;
  uint64_t generation = 1;         // advances with each step
  CachedPage pages[cached_pages];  // private ones
  CachedPage shared[cached_pages];
  CachedBlock blocks[cached_blocks];
  uintptr_t next_near;
  unsigned marked_count;
  Marked marked[most_marked];
};
extern PrivateCache private_cache;

inline void open_private_cache() {
  bool mapped = map_at(marks_begin, marks_end - marks_begin, 3);
  OMC_ASSERT(mapped);
  bool follows = checker.is_replay || checker.run->schedule_length;
  private_cache.enabled = !follows && checker.options.granularity != Granularity::access;
  private_cache.checks_sharing = follows_races();
  private_cache.checks_lifetime = checker.options.checks_for(BugKind::memory);
}

// ---- Pages ----

inline CachedPage& page_place(uintptr_t address) {
  return private_cache.pages[address / page_size % cached_pages];
}
inline void cache_private(uintptr_t page) { page_place(page) = {page, private_cache.generation}; }
inline CachedPage& shared_place(uintptr_t page) {
  return private_cache.shared[page / page_size % cached_pages];
}
inline void cache_shared(uintptr_t page) { shared_place(page) = {page, private_cache.generation}; }
inline bool is_cached_shared(uintptr_t page) {
  return shared_place(page).page == page &&
         shared_place(page).generation == private_cache.generation;
}
inline bool is_cached_private(uintptr_t address, size_t n) {
  if (!private_cache.checks_sharing || world().thread_count == 1) return true;
  const CachedPage& place = page_place(address);
  return place.page == page_of(address) && place.generation == private_cache.generation &&
         address % page_size + n <= page_size;
}

// ---- Blocks ----

inline CachedBlock& block_place(uintptr_t address) {
  return private_cache.blocks[address / 64 % cached_blocks];
}
inline void cache_live(uintptr_t address, uintptr_t begin, uintptr_t end) {
  block_place(address) = {begin, end, private_cache.generation};
}
inline bool is_cached_live(const Thread& thread, uintptr_t address, size_t n) {
  if (!private_cache.checks_lifetime || !in_slots(address)) return true;
  if (address >= thread.stack_begin && address + n <= thread.stack_end) return true;
  const CachedBlock& block = block_place(address);
  return block.generation == private_cache.generation && address >= block.begin &&
         address + n <= block.end;
}

// ---- Lines ----

inline char* mark_of(uintptr_t line) { return reinterpret_cast<char*>(omc_marks + line); }

inline bool are_lines_cached(const void* p, size_t n) {
  auto address = reinterpret_cast<uintptr_t>(p);
  uintptr_t line = address / omc_line_size, last = (address + n - 1) / omc_line_size;
  if (last >= addresses_end / omc_line_size || !*mark_of(line) || !*mark_of(last)) return false;
  constexpr uint64_t all = 0x0101'0101'0101'0101;
  for (uint64_t eight; line + sizeof eight <= last; line += sizeof eight) {
    __builtin_memcpy(&eight, mark_of(line), sizeof eight);
    if (eight != all) return false;
  }
  for (; line < last; line++)
    if (!*mark_of(line)) return false;
  return true;
}

inline void clear_lines() {
  for (unsigned i = 0; i < private_cache.marked_count; i++)
    memset(mark_of(private_cache.marked[i].first), 0, private_cache.marked[i].count);
  private_cache.marked_count = 0;
  private_cache.next_near = 0;
  omc_fast_path.slow_iterations_left = omc_first_slow_iterations;
}

// Marks the lines of a range, cut to the stack or block that contains `address`.
inline void cache_range(const Thread& thread, uintptr_t address, uintptr_t begin, uintptr_t end) {
  auto within = [&](uintptr_t first, uintptr_t past) {
    begin = begin > first ? begin : first;
    end = end < past ? end : past;
  };
  const CachedBlock& block = block_place(address);
  if (address >= thread.stack_begin && address < thread.stack_end)
    within(thread.stack_begin, thread.stack_end);
  else if (in_slots(address) && private_cache.checks_lifetime)
    within(block.begin, block.end);
  if (private_cache.marked_count == most_marked) clear_lines();
  uintptr_t first = (begin + omc_line_size - 1) / omc_line_size, past = end / omc_line_size;
  if (first >= past) return;
  memset(mark_of(first), 1, past - first);
  private_cache.marked[private_cache.marked_count++] = {first, past - first};
}

// Marks the lines around a private access in a private page. A sequential scan marks further ahead.
inline void cache_around(const Thread& thread, uintptr_t address) {
  constexpr uintptr_t around = 512, ahead = 4096;
  uintptr_t page = page_of(address), near = address & ~(around - 1),
            size = near == private_cache.next_near ? ahead : around;
  uintptr_t end = near + size < page + page_size ? near + size : page + page_size;
  cache_range(thread, address, near, end);
  private_cache.next_near = near + size;
}

// Marks only the accessed lines, for a page that other threads access as well.
inline void cache_granules(const Thread& thread, uintptr_t address, size_t n) {
  cache_range(thread, address, address / omc_line_size * omc_line_size,
              round_up(address + n, omc_line_size));
}

// A step begins.
inline void clear_private_cache() {
  private_cache.generation++;
  clear_lines();
}
// A replay switches at the next access, so no cache may answer it. The thread may also have waited,
// which ended the step.
inline void mark_synchronised(Thread& thread) {
  thread.synchronised = true;
  clear_private_cache();
}

// A block was freed or shrunk.
inline void evict_block(uintptr_t begin, size_t size) {
  constexpr size_t most = 4096;
  if (size > most) return clear_private_cache();
  memset(mark_of(begin / omc_line_size), 0, size / omc_line_size + 1);
  for (uintptr_t part = begin & ~uintptr_t{63}; part < begin + size; part += 64)
    block_place(part) = {};
}

}  // namespace omc
