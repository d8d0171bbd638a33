// Accesses for which nothing has to be done: to pages that one thread alone has touched, and there,
// in the heap, to blocks that are known to live. Most of what a program does is of this kind, and
// most of it does not even call libomc: lines of memory that the running step is known to touch for
// itself are listed for instrumented code to see (omc/fast_path.h).
//
// All of this is forgotten when a step begins. An access that is known leaves the dead part of the
// stack as it was and one that is not does not; so what is known must follow from the step alone,
// or else states would tell how they were reached.
#pragma once

#include <cstring>

#include "omc/fast_path.h"
#include "platform/address_space.h"
#include "platform/assert.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

constexpr unsigned known_pages = 1 << 10, known_blocks = 1 << 10, most_marked = 1 << 15;

struct KnownPage {
  uintptr_t page;
  uint64_t epoch;
};
struct KnownBlock {
  uintptr_t begin, end;
  uint64_t epoch;
};
// Lines of memory whose marks are set.
struct Marked {
  uintptr_t first;
  size_t count;
};
// Of this process.
struct Known {
  bool any;  // false where every access counts: in a replay, and where each is a step
  bool asks_sharing, asks_life;
  uint64_t epoch = 1;            // of the step
  KnownPage pages[known_pages];  // that are private
  KnownPage shared[known_pages];
  KnownBlock blocks[known_blocks];
  uintptr_t next_near;
  unsigned marked_count;
  Marked marked[most_marked];
};
extern Known known;

inline void open_known() {
  bool mapped = map_at(marks_begin, marks_end - marks_begin, 3);
  OMC_ASSERT(mapped);
  known.any = !checker.is_replay && checker.options.granularity != Granularity::access;
  known.asks_sharing = follows_races();
  known.asks_life = checker.options.checks_for(BugKind::memory);
}

// ---- Pages ----

inline KnownPage& page_place(uintptr_t address) {
  return known.pages[address / page_size % known_pages];
}
inline void know_private(uintptr_t page) { page_place(page) = {page, known.epoch}; }
inline KnownPage& shared_place(uintptr_t page) {
  return known.shared[page / page_size % known_pages];
}
inline void know_shared(uintptr_t page) { shared_place(page) = {page, known.epoch}; }
inline bool is_known_shared(uintptr_t page) {
  return shared_place(page).page == page && shared_place(page).epoch == known.epoch;
}
inline bool is_known_private(uintptr_t address, size_t n) {
  if (!known.asks_sharing || world().thread_count == 1) return true;
  const KnownPage& place = page_place(address);
  return place.page == page_of(address) && place.epoch == known.epoch &&
         address % page_size + n <= page_size;
}

// ---- Blocks ----

inline KnownBlock& block_place(uintptr_t address) {
  return known.blocks[address / 64 % known_blocks];
}
inline void know_live(uintptr_t address, uintptr_t begin, uintptr_t end) {
  block_place(address) = {begin, end, known.epoch};
}
inline bool is_known_live(const Thread& thread, uintptr_t address, size_t n) {
  if (!known.asks_life || !in_slots(address)) return true;
  if (address >= thread.stack_begin && address + n <= thread.stack_end) return true;
  const KnownBlock& block = block_place(address);
  return block.epoch == known.epoch && address >= block.begin && address + n <= block.end;
}

// ---- Lines ----

inline char* mark_of(uintptr_t line) { return reinterpret_cast<char*>(omc_marks + line); }

inline bool are_lines_known(const void* p, size_t n) {
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

inline void forget_lines() {
  for (unsigned i = 0; i < known.marked_count; i++)
    memset(mark_of(known.marked[i].first), 0, known.marked[i].count);
  known.marked_count = 0;
  known.next_near = 0;
  omc_fast_path.slow_iterations_left = omc_first_slow_iterations;
}

// Accesses in this range are known, as far as it lies in the stack or the block that `address` lies
// in.
inline void know_range(const Thread& thread, uintptr_t address, uintptr_t begin, uintptr_t end) {
  auto within = [&](uintptr_t first, uintptr_t past) {
    begin = begin > first ? begin : first;
    end = end < past ? end : past;
  };
  const KnownBlock& block = block_place(address);
  if (address >= thread.stack_begin && address < thread.stack_end)
    within(thread.stack_begin, thread.stack_end);
  else if (in_slots(address) && known.asks_life)
    within(block.begin, block.end);
  if (known.marked_count == most_marked) forget_lines();
  uintptr_t first = (begin + omc_line_size - 1) / omc_line_size, past = end / omc_line_size;
  if (first >= past) return;
  memset(mark_of(first), 1, past - first);
  known.marked[known.marked_count++] = {first, past - first};
}

// An access there is known, and so are those around it, in the same page and in the same block.
// What goes on where it ended before is likely to go on further.
inline void know_line(const Thread& thread, uintptr_t address) {
  constexpr uintptr_t around = 512, ahead = 4096;
  uintptr_t page = page_of(address), near = address & ~(around - 1),
            size = near == known.next_near ? ahead : around;
  uintptr_t end = near + size < page + page_size ? near + size : page + page_size;
  know_range(thread, address, near, end);
  known.next_near = near + size;
}

// The same in a page that others use as well: nothing around it is.
inline void know_granules(const Thread& thread, uintptr_t address, size_t n) {
  know_range(thread, address, address / omc_line_size * omc_line_size,
             round_up(address + n, omc_line_size));
}

// Another step begins: what was known of blocks may have changed.
inline void forget_known() {
  known.epoch++;
  forget_lines();
}
// The next access is to be told: a replay will switch there. All is forgotten, because the thread
// may have waited, which was another step then.
inline void note_synchronised(Thread& thread) {
  thread.synchronised = true;
  forget_known();
}

// A block is given back or shortened.
inline void forget_block(uintptr_t begin, size_t size) {
  constexpr size_t most = 4096;
  if (size > most) return forget_known();
  memset(mark_of(begin / omc_line_size), 0, size / omc_line_size + 1);
  for (uintptr_t part = begin & ~uintptr_t{63}; part < begin + size; part += 64)
    block_place(part) = {};
}

}  // namespace omc
