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

constexpr unsigned known_pages = 1 << 10, known_blocks = 1 << 8;

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
  unsigned line_count;
  uint16_t lines[omc_line_count];  // places of omc_lines that are in use
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

// The running thread may make this access without being asked. After a synchronisation it is not: a replay would switch.
inline bool is_known(const Thread& thread, uintptr_t address, size_t n) {
  return known.any && !thread.synchronised && is_known_private(address, n) && is_known_live(thread, address, n);
}

// ---- Lines ----

inline uint64_t& line_place(uintptr_t line) { return omc_lines[line % omc_line_count]; }

// An access there is known.
inline void know_line(const Thread& thread, uintptr_t address) {
  uintptr_t line = address / omc_line_size;
  if (!is_known_live(thread, line * omc_line_size, omc_line_size)) return;
  line_place(line) = line;
  if (known.line_count < omc_line_count) known.lines[known.line_count++] = static_cast<uint16_t>(line % omc_line_count);
}

inline void forget_lines() {
  for (unsigned i = 0; i < known.line_count; i++) omc_lines[known.lines[i]] = 0;
  if (known.line_count == omc_line_count) memset(omc_lines, 0, sizeof omc_lines);
  known.line_count = 0;
}

// The next access is to be told: a replay will switch there.
inline void note_synchronised(Thread& thread) {
  thread.synchronised = true;
  forget_lines();
}

// Another step begins: what was known of blocks may have changed.
inline void forget_known() {
  known.epoch++;
  forget_lines();
}
// True for an access of the running thread that is known.
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
