#include "races/access_history.h"

#include <cstring>

#include "races/happens_before.h"
#include "races/memory_model/stores.h"
#include "sharing/conflicts.h"
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
  uint64_t conflictors;  // the threads that may be in a race with one of them: bits by index
};

struct ThreadHistory {
  uint32_t ordered_tick;  // accesses up to here happen before all that others will do
  uint32_t count;
  Epoch epochs[most_epochs];  // by tick
};

struct History {
  uint32_t cells_used, free_cell;
  ThreadHistory threads[most_clocked_threads];
  uint32_t first_cells[most_granules];  // by number of the granule
  Cell cells[most_cells];
};

History* history;
Clock next_clocks[most_clocked_threads];  // of the threads, at the state that is digested

// ---- Epochs ----

Epoch* epoch_at(const ThreadHistory& thread, uint32_t i) {
  return const_cast<Epoch*>(&thread.epochs[i]);
}

template <class Predicate>
void forget_if(ThreadHistory& thread, Predicate is_over) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < thread.count; i++) {
    if (is_over(*epoch_at(thread, i))) continue;
    if (count != i) *epoch_at(thread, count) = *epoch_at(thread, i);
    count++;
  }
  if (thread.count != count) thread.count = count;
}

// Repeated accesses replace earlier ones, so most old epochs are empty.
void forget_empty(ThreadHistory& thread) {
  forget_if(thread, [](const Epoch& epoch) { return !epoch.cells; });
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
  *epoch = {tick, 0, {}, 0};
  return epoch;
}

constexpr uint64_t all_threads = ~uint64_t{0};

bool has_thread(uint64_t threads, unsigned index) { return threads >> index & 1; }

// True when these threads will do nothing that an access at this tick does not happen before.
bool happens_before(unsigned index, uint32_t tick, uint64_t threads) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++)
    if (i != index && has_thread(threads, i) && !w.threads[i].ended &&
        next_clocks[i].ticks[index] < tick)
      return false;
  return true;
}

// Drops accesses that happen before everything that could be in a race with them.
void forget_ordered(unsigned index) {
  ThreadHistory& thread = history->threads[index];
  uint32_t known = 0;
  while (known < thread.count && happens_before(index, epoch_at(thread, known)->tick, all_threads))
    known++;
  if (known) thread.ordered_tick = epoch_at(thread, known - 1)->tick;
  uint32_t now = clock_of(index).ticks[index];  // its epoch may get more accesses
  forget_if(thread, [=, &thread](const Epoch& epoch) {
    return epoch.tick <= thread.ordered_tick ||
           (epoch.tick < now && happens_before(index, epoch.tick, epoch.conflictors));
  });
}

void forget_ordered() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) forget_ordered(i);
}

// ---- Cells ----

Digest digest_cell(uintptr_t granule, const Cell& cell) {
  uint64_t words[] = {granule, static_cast<uint64_t>(cell.kind) | uint64_t{cell.mask} << 8};
  return digest_of(words, sizeof words, 0x2545f4914f6cdd1d);
}

// Its epoch was dropped.
bool is_stale(const Cell& cell) {
  return cell.tick <= history->threads[cell.thread].ordered_tick ||
         !epoch_of(cell.thread, cell.tick, false);
}

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

void add(const Granule& granule, const Cell& made, uint64_t conflictors) {
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
  epoch->conflictors |= conflictors;
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

void compare_and_add(const Granule& granule, const Cell& now, uint64_t conflictors) {
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
  if (!is_there) add(granule, now, conflictors);
}

// ---- The state ----

// Taking a mutex uses it before the thread acquires: that must be ordered after initialising it.
bool uses_in_order(unsigned index) {
  const Pending& pending = world().threads[index].pending;
  if (pending.op != Op::lock) return true;
  uintptr_t granule = reinterpret_cast<uintptr_t>(pending.object) & ~(granule_size - 1);
  uint32_t number = was_accessed(granule) ? granule_number(granule) : no_number;
  if (number >= most_granules) return true;
  for (uint32_t at = history->first_cells[number]; at; at = history->cells[at - 1].next) {
    const Cell& cell = history->cells[at - 1];
    if (!is_atomic(cell.kind) && cell.thread != index && !is_stale(cell) &&
        clock_of(index).ticks[cell.thread] < cell.tick)
      return false;
  }
  return true;
}

void update_next_clocks() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++)
    next_clocks[i] = uses_in_order(i) ? next_clock(i) : clock_of(i);
}

// How many epochs of a thread are ordered before a clock.
unsigned epochs_ordered(const ThreadHistory& thread, uint32_t tick) {
  unsigned n = thread.count;
  while (n && epoch_at(thread, n - 1)->tick > tick) n--;
  return n;
}

// The future depends on no more of the clocks than which epochs each of them knows. Epochs that no
// clock tells apart are one group.
struct Groups {
  bool ends[most_epochs + 1];       // after so many epochs
  uint8_t before[most_epochs + 1];  // groups that lie before so many epochs
};
Groups groups[most_clocked_threads];

template <class Do>
void for_each_component(const Clock& clock, unsigned own, Do act) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    const ThreadHistory& thread = history->threads[i];
    if (i == own || !thread.count) continue;
    unsigned n = epochs_ordered(thread, clock.ticks[i]);
    // Of the last ones a thread need not know what it cannot be in a race with.
    bool is_thread = own != most_clocked_threads;
    while (is_thread && n && !has_thread(epoch_at(thread, n - 1)->conflictors, own)) n--;
    if (n) act(i, n);
  }
}

template <class Do>
void for_each_component(Do act) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    if (w.threads[i].ended && (w.threads[i].joined || w.threads[i].detached)) continue;
    uint64_t key = uint64_t{w.threads[i].slot} << 2 | 1;
    for_each_component(next_clocks[i], i, [=](unsigned k, unsigned n) { act(key, k, n); });
  }
  ClockVisitor visit = [](uint64_t key, const Clock& clock, void* context) {
    Do& act = *static_cast<Do*>(context);
    for_each_component(clock, most_clocked_threads,
                       [&](unsigned k, unsigned n) { act(key, k, n); });
  };
  for_each_clock(visit, &act);
  if (keeps_stores()) for_each_store_clock(visit, &act);
}

void group_epochs() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++)
    memset(groups[i].ends, 0, history->threads[i].count + 1);
  for_each_component([](uint64_t, unsigned i, unsigned n) { groups[i].ends[n] = true; });
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) {
    const ThreadHistory& thread = history->threads[i];
    uint8_t before = 0;
    bool is_empty = true;  // the group so far
    groups[i].before[0] = 0;
    for (uint32_t k = 0; k < thread.count; k++) {
      is_empty &= !epoch_at(thread, k)->cells;
      if (groups[i].ends[k + 1] && !is_empty) before++, is_empty = true;
      groups[i].before[k + 1] = before;
    }
  }
}

Digest digest_groups(unsigned index) {
  const ThreadHistory& thread = history->threads[index];
  Digest sum, group;
  unsigned rank = 0;
  for (uint32_t k = 0; k < thread.count; k++) {
    group += epoch_at(thread, k)->sum;
    bool is_last = k + 1 == thread.count;
    if (!is_last && groups[index].before[k + 1] == rank) continue;
    uint64_t words[] = {group.low, group.high, world().threads[index].slot, rank};
    if (group.low || group.high) sum += digest_of(words, sizeof words, 0xd6e8feb86659fd93);
    group = {};
    rank = groups[index].before[k + 1];
  }
  return sum;
}

// A thread that does not exist yet knows what its creator will know.
uint64_t threads_of(Conflictors conflictors) {
  const World& w = world();
  if (conflictors == many_conflictors) return all_threads;
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++)
    if (w.threads[i].slot + 1 == conflictors) return uint64_t{1} << i;
  return all_threads;
}

}  // namespace

void open_history() {
  if (follows_clocks()) history = static_cast<History*>(rewound_memory(sizeof(History)));
}

void check_history(uintptr_t address, size_t n, AccessKind kind, const void* pc) {
  unsigned index = clock_index(current_thread());
  if (index >= most_clocked_threads || clocks_are_wrong() || comes_last(current_thread())) return;
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
    KnownConflicts known = known_conflicts(at, kind, current_thread());
    if (known.conflictors == no_conflictor) continue;
    cell.kind = known.kind;
    cell.mask = mask_of(at, address, n);
    compare_and_add({at, history->first_cells[number]}, cell, threads_of(known.conflictors));
  }
}

bool know_same_epochs(const Clock& older, const Clock& newer) {
  for (unsigned i = 0; history && i < clock_width(); i++) {
    const ThreadHistory& thread = history->threads[i];
    for (uint32_t k = 0; k < thread.count; k++) {
      const Epoch& epoch = *epoch_at(thread, k);
      bool differs = epoch.tick > older.ticks[i] && epoch.tick <= newer.ticks[i];
      if (epoch.cells && differs) return false;
    }
  }
  return true;
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

void tidy_history() {
  update_next_clocks();
  forget_ordered();
}

Digest digest_history() {
  tidy_history();
  group_epochs();
  const World& w = world();
  Digest sum;
  for (unsigned i = 0; i < w.thread_count && i < most_clocked_threads; i++) sum += digest_groups(i);
  for_each_component([&](uint64_t key, unsigned i, unsigned n) {
    uint64_t words[] = {key, w.threads[i].slot, groups[i].before[n]};
    if (words[2]) sum += digest_of(words, sizeof words, 0x9fb21c651e98df25);
  });
  return sum;
}

}  // namespace omc
