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
constexpr unsigned most_epochs = 128;  // of a thread, not yet ordered before all others

// An access. `pc` and `place` are for reports.
struct Cell {
  uint32_t next;  // of the same granule: index + 1
  AccessKind kind;
  uint8_t mask;
  uint16_t thread;
  uint32_t tick;    // of that thread
  uint32_t events;  // how many a replay had before it
  uintptr_t pc;
  Place place;
};

// The history of eight bytes.
struct Granule {
  uintptr_t address;
  uint32_t& first;  // index + 1
};

// The accesses of a thread at one tick (FastTrack's epochs). Clocks order all of them or none.
struct Epoch {
  uint32_t tick, cells;
  Digest sum;
};

struct ThreadHistory {
  uint32_t ordered_tick;  // accesses up to here happen before all that others will do
  uint32_t first, count;
  Epoch epochs[most_epochs];  // a ring buffer, by tick
};

struct History {
  uint32_t cells_used, free_cell;
  ThreadHistory threads[most_clocked_threads];
  uint32_t first_cells[most_granules];  // by number of the granule
  Cell cells[most_cells];
};

History* history;

// ---- Epochs ----

Epoch* epoch_at(const ThreadHistory& thread, uint32_t i) {
  return const_cast<Epoch*>(&thread.epochs[(thread.first + i) % most_epochs]);
}

// Repeated accesses replace earlier ones, so most old epochs are empty.
void forget_empty(ThreadHistory& thread) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < thread.count; i++)
    if (epoch_at(thread, i)->cells) *epoch_at(thread, count++) = *epoch_at(thread, i);
  thread.count = count;
}

// The epoch of an access that a thread makes now (`make`), or made before.
Epoch* epoch_of(unsigned index, uint32_t tick, bool make) {
  ThreadHistory& thread = history->threads[index];
  for (uint32_t i = thread.count; i-- > 0;) {
    Epoch* epoch = epoch_at(thread, i);
    if (epoch->tick == tick) return epoch;
    if (epoch->tick < tick) break;
  }
  if (!make) return nullptr;
  if (thread.count == most_epochs) forget_empty(thread);
  if (thread.count == most_epochs) return overflow_clocks(), nullptr;
  Epoch* epoch = epoch_at(thread, thread.count++);
  *epoch = {tick, 0, {}};
  return epoch;
}

bool happens_before_all(unsigned index, uint32_t tick) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++)
    if (i != index && !w.threads[i].ended && clock_of(i).ticks[index] < tick) return false;
  return true;
}

// Drops accesses that happen before everything other threads will do: no race can follow.
void forget_ordered() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    ThreadHistory& thread = history->threads[i];
    while (thread.count && happens_before_all(i, epoch_at(thread, 0)->tick)) {
      thread.ordered_tick = epoch_at(thread, 0)->tick;
      thread.first = (thread.first + 1) % most_epochs;
      thread.count--;
    }
  }
}

// ---- Cells ----

Digest digest_cell(uintptr_t granule, const Cell& cell) {
  uint64_t words[] = {granule, static_cast<uint64_t>(cell.kind) | uint64_t{cell.mask} << 8};
  return digest_of(words, sizeof words, 0x2545f4914f6cdd1d);
}

bool is_stale(const Cell& cell) { return cell.tick <= history->threads[cell.thread].ordered_tick; }

void drop(const Granule& granule, uint32_t& link) {
  uint32_t place = link;
  Cell& cell = history->cells[place - 1];
  if (Epoch* epoch = is_stale(cell) ? nullptr : epoch_of(cell.thread, cell.tick, false)) {
    epoch->sum -= digest_cell(granule.address, cell);
    epoch->cells--;
  }
  link = cell.next;
  cell.next = history->free_cell;
  history->free_cell = place;
}

void add(const Granule& granule, const Cell& made) {
  Epoch* epoch = epoch_of(made.thread, made.tick, true);
  uint32_t place = history->free_cell;
  if (!epoch || (!place && history->cells_used == most_cells)) return overflow_clocks();
  if (place)
    history->free_cell = history->cells[place - 1].next;
  else
    place = ++history->cells_used;
  Cell& cell = history->cells[place - 1];
  cell = made;
  cell.next = granule.first;
  granule.first = place;
  epoch->sum += digest_cell(granule.address, cell);
  epoch->cells++;
}

// True when every access that conflicts with kind `b` also conflicts with kind `a`.
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

void compare_and_add(const Granule& granule, const Cell& now) {
  const Clock& clock = clock_of(now.thread);
  bool is_there = false;
  // A later access covers an earlier one: whatever is unordered with the earlier one is unordered
  // with the later one too.
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

// How many non-empty epochs of a thread are ordered before a clock. The future depends on nothing
// else of the clock.
unsigned epochs_ordered(unsigned index, uint32_t tick) {
  const ThreadHistory& thread = history->threads[index];
  unsigned n = 0;
  for (uint32_t i = 0; i < thread.count && epoch_at(thread, i)->tick <= tick; i++)
    n += epoch_at(thread, i)->cells != 0;
  return n;
}

void add_clock(uint64_t key, const Clock& clock, unsigned own, void* sum) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    if (i == own || !history->threads[i].count) continue;
    uint64_t words[] = {key, w.threads[i].slot, epochs_ordered(i, clock.ticks[i])};
    if (words[2]) *static_cast<Digest*>(sum) += digest_of(words, sizeof words, 0x9fb21c651e98df25);
  }
}

}  // namespace

void open_history() {
  if (follows_clocks()) history = static_cast<History*>(rewound_memory(sizeof(History)));
}

void check_history(uintptr_t address, size_t n, AccessKind kind, const void* pc) {
  unsigned index = clock_index(current_thread());
  if (index >= most_clocked_threads || clocks_are_wrong()) return;
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
    if (number >= most_granules) return overflow_clocks();
    cell.mask = mask_of(at, address, n);
    compare_and_add({at, history->first_cells[number]}, cell);
  }
}

void forget_history(uintptr_t address, size_t n) {
  if (!follows_clocks() || !checker.options.checks_for(BugKind::memory)) return;
  for (uintptr_t at = address & ~(granule_size - 1); at < address + n; at += granule_size) {
    uint32_t number = was_accessed(at) ? granule_number(at) : no_number;
    if (number >= most_granules) continue;
    Granule granule{at, history->first_cells[number]};
    while (granule.first) drop(granule, granule.first);
  }
}

Digest digest_history() {
  forget_ordered();
  const World& w = world();
  Digest sum;
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    const ThreadHistory& thread = history->threads[i];
    unsigned rank = 0;
    for (uint32_t k = 0; k < thread.count; k++) {
      const Epoch* epoch = epoch_at(thread, k);
      if (!epoch->cells) continue;
      uint64_t words[] = {epoch->sum.low, epoch->sum.high, w.threads[i].slot, ++rank};
      sum += digest_of(words, sizeof words, 0xd6e8feb86659fd93);
    }
  }
  for_each_clock(add_clock, &sum);
  return sum;
}

}  // namespace omc
