// Accesses for which nothing has to be done: to pages that one thread alone has touched, and there, in the heap, to blocks
// that are known to live. Most of what a program does is of this kind, and most of it does not even call libomc: lines of
// memory that the running step is known to touch for itself are listed for instrumented code to see (quick.h).
//
// All of this is forgotten when a step begins. An access that is known leaves the dead part of the stack as it was and one
// that is not does not; so what is known must follow from the step alone, or else states would tell how they were reached.
#pragma once

#include <cstring>

#include "layout.h"
#include "quick.h"
#include "world.h"

namespace omc {

constexpr unsigned known_pages = 1 << 10, known_blocks = 1 << 10;

struct KnownPage {
  uintptr_t page;
  uint64_t epoch;
};
struct KnownBlock {
  uintptr_t begin, end;
  uint64_t epoch;
};
// Of this process.
struct Known {
  bool any;                     // false where every access counts: in a replay, and where each is a step
  bool asks_sharing, asks_life;
  uint64_t epoch = 1;           // of the step
  KnownPage pages[known_pages];
  KnownBlock blocks[known_blocks];
  uintptr_t next_near;
  unsigned line_count;
  uint16_t lines[omc_line_count];  // places of omc_quick.lines that are in use
};
extern Known known;

inline void open_known() {
  known.any = !checker.is_replay && checker.options.granularity != Granularity::access;
  known.asks_sharing = follows_races();
  known.asks_life = checker.options.checks_for(BugKind::memory);
}

// ---- Pages ----

inline KnownPage& page_place(uintptr_t address) { return known.pages[address / page_size % known_pages]; }
inline void know_private(uintptr_t page) { page_place(page) = {page, known.epoch}; }
inline bool is_known_private(uintptr_t address, size_t n) {
  if (!known.asks_sharing || world().thread_count == 1) return true;
  const KnownPage& place = page_place(address);
  return place.page == page_of(address) && place.epoch == known.epoch && address % page_size + n <= page_size;
}

// ---- Blocks ----

inline KnownBlock& block_place(uintptr_t address) { return known.blocks[address / 64 % known_blocks]; }
inline void know_live(uintptr_t address, uintptr_t begin, uintptr_t end) { block_place(address) = {begin, end, known.epoch}; }
inline bool is_known_live(const Thread& thread, uintptr_t address, size_t n) {
  if (!known.asks_life || !in_slots(address)) return true;
  if (address >= thread.stack_begin && address + n <= thread.stack_end) return true;
  const KnownBlock& block = block_place(address);
  return block.epoch == known.epoch && address >= block.begin && address + n <= block.end;
}

// ---- Lines ----

inline uint64_t& line_place(uintptr_t line) { return omc_quick.lines[line % omc_line_count]; }

inline bool are_lines_known(const void* p, size_t n) {
  auto address = reinterpret_cast<uintptr_t>(p);
  for (uintptr_t line = address / omc_line_size; line <= (address + n - 1) / omc_line_size; line++)
    if (line_place(line) != line) return false;
  return n;
}

inline void list_line(uintptr_t line) {
  line_place(line) = line;
  if (known.line_count < omc_line_count) known.lines[known.line_count++] = static_cast<uint16_t>(line % omc_line_count);
}

// An access there is known, and so are those around it, in the same page and in the same block. What goes on where it
// ended before is likely to go on further.
inline void know_line(const Thread& thread, uintptr_t address) {
  constexpr uintptr_t around = 128, ahead = 4096;
  uintptr_t begin = page_of(address), end = begin + page_size;
  auto within = [&](uintptr_t first, uintptr_t past) {
    begin = begin > first ? begin : first;
    end = end < past ? end : past;
  };
  const KnownBlock& block = block_place(address);
  if (address >= thread.stack_begin && address < thread.stack_end) within(thread.stack_begin, thread.stack_end);
  else if (in_slots(address) && known.asks_life) within(block.begin, block.end);
  uintptr_t near = address & ~(around - 1);
  within(near, near == known.next_near ? near + ahead : near + around);
  known.next_near = near == known.next_near ? near + ahead : near + around;
  for (uintptr_t line = (begin + omc_line_size - 1) / omc_line_size; line < end / omc_line_size; line++) list_line(line);
}

inline void forget_lines() {
  bool all = known.line_count == omc_line_count;
  if (all) memset(omc_quick.lines, 0, sizeof omc_quick.lines);
  for (unsigned i = 0; i < known.line_count && !all; i++) omc_quick.lines[known.lines[i]] = 0;
  known.line_count = 0;
  known.next_near = 0;
  omc_quick.until_turn = omc_own_rounds;
}

// How many accesses there are known, each `step` further.
uint64_t known_walk(uintptr_t address, int64_t step, size_t n);

// Another step begins: what was known of blocks may have changed.
inline void forget_known() {
  known.epoch++;
  forget_lines();
}
// The next access is to be told: a replay will switch there. All is forgotten, because the thread may have waited, which was
// another step then.
inline void note_synchronised(Thread& thread) {
  thread.synchronised = true;
  forget_known();
}

// True for an access that the running thread may make without being asked. After a synchronisation it may not: a replay
// would switch there.
bool needs_nothing(const void* p, size_t n);

// A block is given back or shortened.
inline void forget_block(uintptr_t begin, size_t size) {
  constexpr size_t most = 32 * omc_line_size;
  if (size > most) return forget_known();
  for (uintptr_t line = begin / omc_line_size; line * omc_line_size < begin + size; line++) {
    if (line_place(line) == line) line_place(line) = 0;
    block_place(line * omc_line_size) = {};
  }
}

}  // namespace omc
