#include "races/access_history.h"

#include <cstring>

#include "races/happens_before.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned most_cells = 1 << 21;
constexpr unsigned most_granules = 1 << 22;
constexpr unsigned most_eras = 128;  // of a thread that are not known to all others

// An access; pc and place are for the report.
struct Cell {
  uint32_t next;  // of the same granule: place + 1
  AccessKind kind;
  uint8_t mask;
  uint16_t thread;
  uint32_t tick;    // of that thread
  uint32_t events;  // of a replay, before it
  uintptr_t pc;
  Place place;
};

// The cells of eight bytes.
struct Granule {
  uintptr_t address;
  uint32_t& first;  // place + 1
};

// The accesses of a thread at one tick: they are ordered alike, so they come and go together.
struct Era {
  uint32_t tick, cells;
  Digest sum;
};

struct ThreadHistory {
  uint32_t known;  // what happened up to this tick is known to all threads
  uint32_t first, count;
  Era eras[most_eras];  // a ring, by tick
};

struct History {
  uint32_t cells_used, free_cell;
  ThreadHistory threads[most_ordered];
  uint32_t first_cells[most_granules];  // by the number of the granule
  Cell cells[most_cells];
};

History* history;

// ---- Eras ----

Era* era_at(const ThreadHistory& thread, uint32_t i) {
  return const_cast<Era*>(&thread.eras[(thread.first + i) % most_eras]);
}

// Whatever a thread does again takes the place of what it did before, so of a long past few eras
// have anything left.
void forget_empty(ThreadHistory& thread) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < thread.count; i++)
    if (era_at(thread, i)->cells) *era_at(thread, kept++) = *era_at(thread, i);
  thread.count = kept;
}

// The era of the access that a thread makes now, or of one that it made.
Era* era_of(unsigned index, uint32_t tick, bool make) {
  ThreadHistory& thread = history->threads[index];
  for (uint32_t i = thread.count; i-- > 0;) {
    Era* era = era_at(thread, i);
    if (era->tick == tick) return era;
    if (era->tick < tick) break;
  }
  if (!make) return nullptr;
  if (thread.count == most_eras) forget_empty(thread);
  if (thread.count == most_eras) return lose_order(), nullptr;
  Era* era = era_at(thread, thread.count++);
  *era = {tick, 0, {}};
  return era;
}

bool is_known_to_all(unsigned index, uint32_t tick) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_ordered; i++)
    if (i != index && !w.threads[i].ended && clock_of(i).ticks[index] < tick) return false;
  return true;
}

// What everybody knows can be in no race.
void forget_known() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_ordered; i++) {
    ThreadHistory& thread = history->threads[i];
    while (thread.count && is_known_to_all(i, era_at(thread, 0)->tick)) {
      thread.known = era_at(thread, 0)->tick;
      thread.first = (thread.first + 1) % most_eras;
      thread.count--;
    }
  }
}

// ---- Cells ----

Digest digest_cell(uintptr_t granule, const Cell& cell) {
  uint64_t words[] = {granule, static_cast<uint64_t>(cell.kind) | uint64_t{cell.mask} << 8};
  return digest_of(words, sizeof words, 0x2545f4914f6cdd1d);
}

bool is_stale(const Cell& cell) { return cell.tick <= history->threads[cell.thread].known; }

void drop(const Granule& granule, uint32_t& link) {
  uint32_t place = link;
  Cell& cell = history->cells[place - 1];
  if (Era* era = is_stale(cell) ? nullptr : era_of(cell.thread, cell.tick, false)) {
    era->sum -= digest_cell(granule.address, cell);
    era->cells--;
  }
  link = cell.next;
  cell.next = history->free_cell;
  history->free_cell = place;
}

void add(const Granule& granule, const Cell& made) {
  Era* era = era_of(made.thread, made.tick, true);
  uint32_t place = history->free_cell;
  if (!era || (!place && history->cells_used == most_cells)) return lose_order();
  if (place)
    history->free_cell = history->cells[place - 1].next;
  else
    place = ++history->cells_used;
  Cell& cell = history->cells[place - 1];
  cell = made;
  cell.next = granule.first;
  granule.first = place;
  era->sum += digest_cell(granule.address, cell);
  era->cells++;
}

// True when whatever conflicts with an access of kind `b` does so with one of kind `a`.
constexpr bool covers(AccessKind a, AccessKind b) {
  return a == b || a == AccessKind::write || b == AccessKind::atomic_read;
}

RaceAccess access_of(uintptr_t granule, const Cell& cell, uint8_t both) {
  RaceAccess access;
  access.site = site_of(cell.place);
  access.pc = cell.pc;
  access.address = granule + static_cast<unsigned>(__builtin_ctz(both));
  access.thread = world().threads[cell.thread].number;
  access.size = static_cast<uint8_t>(__builtin_popcount(both));
  access.write = is_write(cell.kind);
  access.atomic = is_atomic(cell.kind);
  access.events = cell.events;
  return access;
}

void meet(const Granule& granule, const Cell& now) {
  const Clock& clock = clock_of(now.thread);
  bool is_there = false;
  // Whatever will be unordered with an access that is covered will be so with the one that covers
  // it and comes after it.
  for (uint32_t* link = &granule.first; *link;) {
    const Cell& before = history->cells[*link - 1];
    bool mine = before.thread == now.thread, inside_mask = !(before.mask & ~now.mask);
    bool ordered = mine || clock.ticks[before.thread] >= before.tick;
    uint8_t both = before.mask & now.mask;
    if (both && !ordered && conflict(before.kind, now.kind))
      record_unordered(access_of(granule.address, now, both),
                       access_of(granule.address, before, both));
    bool is_it = mine && before.tick == now.tick && covers(before.kind, now.kind) &&
                 !(now.mask & ~before.mask);
    is_there |= is_it;
    bool replaced = ordered && inside_mask && !is_it && covers(now.kind, before.kind);
    if (is_stale(before) || replaced)
      drop(granule, *link);
    else
      link = &history->cells[*link - 1].next;
  }
  if (!is_there) add(granule, now);
}

// ---- The state ----

// How many eras of a thread that hold something a clock has seen: all that can be told of a clock.
unsigned eras_seen(unsigned index, uint32_t tick) {
  const ThreadHistory& thread = history->threads[index];
  unsigned n = 0;
  for (uint32_t i = 0; i < thread.count && era_at(thread, i)->tick <= tick; i++)
    n += era_at(thread, i)->cells != 0;
  return n;
}

void see_clock(uint64_t key, const Clock& clock, unsigned own, void* sum) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_ordered; i++) {
    if (i == own || !history->threads[i].count) continue;
    uint64_t words[] = {key, w.threads[i].slot, eras_seen(i, clock.ticks[i])};
    if (words[2]) *static_cast<Digest*>(sum) += digest_of(words, sizeof words, 0x9fb21c651e98df25);
  }
}

}  // namespace

void open_history() {
  if (follows_clocks()) history = static_cast<History*>(rewound_memory(sizeof(History)));
}

void check_history(uintptr_t address, size_t n, AccessKind kind, const void* pc) {
  unsigned index = order_index(current_thread());
  if (index >= most_ordered || clocks_are_wrong()) return;
  Cell cell{0,
            kind,
            0,
            static_cast<uint16_t>(index),
            clock_of(index).ticks[index],
            static_cast<uint32_t>(checker.run->event_count),
            reinterpret_cast<uintptr_t>(pc),
            current_thread().place};
  for (uintptr_t at = address & ~(granule_size - 1); at < address + n; at += granule_size) {
    uint32_t number = granule_number(at);
    if (number >= most_granules) return lose_order();
    cell.mask = mask_of(at, address, n);
    meet({at, history->first_cells[number]}, cell);
  }
}

void forget_history(uintptr_t address, size_t n) {
  if (!follows_clocks() || !checker.options.checks_for(BugKind::memory)) return;
  for (uintptr_t at = address & ~(granule_size - 1); at < address + n; at += granule_size) {
    uint32_t number = was_touched(at) ? granule_number(at) : no_number;
    if (number >= most_granules) continue;
    Granule granule{at, history->first_cells[number]};
    while (granule.first) drop(granule, granule.first);
  }
}

Digest digest_history() {
  forget_known();
  const World& w = world();
  Digest sum;
  for (unsigned i = 0; i < w.thread_count && i < most_ordered; i++) {
    const ThreadHistory& thread = history->threads[i];
    unsigned rank = 0;
    for (uint32_t k = 0; k < thread.count; k++) {
      const Era* era = era_at(thread, k);
      if (!era->cells) continue;
      uint64_t words[] = {era->sum.low, era->sum.high, w.threads[i].slot, ++rank};
      sum += digest_of(words, sizeof words, 0xd6e8feb86659fd93);
    }
  }
  for_each_clock(see_clock, &sum);
  return sum;
}

}  // namespace omc
