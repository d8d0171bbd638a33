#include "races/footprint.h"

#include <cstring>

#include "heap/heap.h"
#include "platform/address_space.h"
#include "races/access_history.h"
#include "races/happens_before.h"
#include "races/memory_errors.h"
#include "races/running_step.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

namespace {

constexpr unsigned table_size = most_touched * 2;  // a power of two
constexpr unsigned most_moments = 1 << 16;         // those behind are told as the last

Touched* list;
unsigned count;
Moment* moment_list;
unsigned moments_used;
// For each granule its place in the list; entries of earlier steps are told by their stamp.
struct Slot {
  uint32_t stamp, index;
};
Slot* table;
uint32_t stamp = 1;

// The last accesses of the step, each in the place that its address has.
struct Recent {
  uint64_t bytes;  // address and size
  uint64_t kinds;  // a bit each; above them the stamp
};
constexpr unsigned recent_size = 1 << 12;
Recent* recent;
uint64_t recent_stamp = 1;

}  // namespace

void open_accesses() {
  list = static_cast<Touched*>(checker_memory(most_touched * sizeof(Touched)));
  table = static_cast<Slot*>(checker_memory(table_size * sizeof(Slot)));
  moment_list = static_cast<Moment*>(checker_memory(most_moments * sizeof(Moment)));
  recent = static_cast<Recent*>(checker_memory(recent_size * sizeof(Recent)));
  open_known();
}

namespace {

unsigned first_place(uintptr_t granule) {
  return static_cast<unsigned>(granule * 0x9e3779b97f4a7c15u >> 40) % table_size;
}

Touched* new_entry(uintptr_t granule, uint32_t moment) {
  if (count == most_touched) return nullptr;
  list[count] = {};
  list[count].granule = granule;
  list[count].moment = moment;
  return &list[count++];
}

// The first entry of a granule, or a new one; null when there is no room.
Touched* first_entry(uintptr_t granule, uint32_t moment) {
  for (unsigned place = first_place(granule);; place = (place + 1) % table_size) {
    Slot& slot = table[place];
    if (slot.stamp == stamp && list[slot.index].granule != granule) continue;
    if (slot.stamp == stamp) return &list[slot.index];
    slot = {stamp, count};
    return new_entry(granule, moment);
  }
}

// Where an access is noted: with those of the same statement, unless an earlier one has touched
// these bytes in the same way.
Touched* entry_of(uintptr_t granule, uint32_t moment, unsigned kind, uint8_t mask) {
  Touched* entry = first_entry(granule, moment);
  while (entry && entry->moment != moment && (mask & ~entry->masks[kind])) {
    if (entry->next)
      entry = &list[entry->next - 1];
    else if (Touched* fresh = new_entry(granule, moment))
      entry->next = count, entry = fresh;
    else
      return nullptr;
  }
  return entry;
}

uint32_t moment_of(const Thread& thread) {
  const Moment* last = moments_used ? &moment_list[moments_used - 1] : nullptr;
  bool same = last && last->later == thread.deferred_hooks &&
              last->place.line == thread.place.line && last->place.column == thread.place.column &&
              last->place.file == thread.place.file;
  if (!same && moments_used < most_moments)
    moment_list[moments_used++] = {thread.place, thread.deferred_hooks};
  return moments_used - 1;
}

// The program has said that these bytes do not matter (omc_ignore).
bool is_ignored(uintptr_t address) {
  const World& w = world();
  for (unsigned i = 0; i < w.ignored_count; i++)
    if (address >= w.ignored[i].begin && address < w.ignored[i].end) return true;
  return false;
}

// Up to its first point a thread runs in the step that has created it, so what it touches meets no
// step of another. That is little: the first statement has a hook, unless it is in a macro that
// allows none. Before that comes what the C++ library does with the block in which it hands over
// what the thread is to do.
bool is_handed(const Thread& thread, uintptr_t address) {
  auto argument = reinterpret_cast<uintptr_t>(thread.argument);
  if (!in_heap(argument)) return false;
  Block block = block_at(argument);
  return address - block.begin < block.size;
}

}  // namespace

// After a synchronisation, and where orders are followed, an access may mean more the second time.
bool is_repeated(const void* p, size_t n, AccessKind kind) {
  if (!inside() || world().thread_count == 1 || follows_clocks()) return false;
  const Thread& thread = current_thread();
  if (thread.deferred_hooks || thread.synchronised || thread.ignores_accesses ||
      thread.atomic_depth || thread.takes_no_steps || thread.done ||
      checker.options.granularity == Granularity::access)
    return false;
  auto address = reinterpret_cast<uintptr_t>(p);
  uint64_t bytes = address << 5 | n, bit = uint64_t{1} << static_cast<unsigned>(kind);
  Recent& place = recent[(address >> 2 ^ address >> 14) % recent_size];
  if (place.bytes != bytes || place.kinds >> access_kinds != recent_stamp)
    place = {bytes, recent_stamp << access_kinds};
  if (place.kinds & bit) return true;
  place.kinds |= bit;
  return false;
}

void forget_repeated() { recent_stamp++; }

void note_access(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (!inside() || world().thread_count == 1) return;
  Thread& thread = current_thread();
  auto address = reinterpret_cast<uintptr_t>(p);
  if (!n || !follows_races()) return;
  if (is_ignored(address))
    return refute(Assumption::strong_orders);  // it tells of other threads, and is in no order
  // In a replay nothing is known to be private; a list that is too long for it tells less.
  if (!checker.is_replay && !touches_shared(address, n, kind)) return;
  thread.just_released = nullptr;
  if (thread.ignores_accesses)
    return refute(Assumption::strong_orders);  // and yet others may notice them
  if (thread.in_library) acquire_order(of_libraries);
  if (follows_clocks()) check_history(address, n, kind, pc);
  if (thread.starter && !is_handed(thread, address)) refute(Assumption::strong_orders);
  if (!compares_accesses(thread))
    return thread.atomic_depth ? refute(Assumption::strong_orders)
                               : void();  // where it cannot stop, clocks tell
  uint32_t moment = moment_of(thread);
  auto k = static_cast<unsigned>(kind);
  for (uintptr_t granule = address & ~(granule_size - 1); granule < address + n;
       granule += granule_size) {
    uint8_t mask = mask_of(granule, address, n);
    Touched* entry = entry_of(granule, moment, k, mask);
    if (!entry && checker.is_replay) return;
    if (!entry)
      return stop_incomplete(Incomplete::memory,
                             "a step touches more memory than can be compared with other steps");
    entry->masks[k] |= mask;
    if (!entry->pcs[k]) entry->pcs[k] = reinterpret_cast<uintptr_t>(pc);
  }
}

const Touched* touched_at(uintptr_t granule) {
  for (unsigned place = first_place(granule); table[place].stamp == stamp;
       place = (place + 1) % table_size)
    if (list[table[place].index].granule == granule) return &list[table[place].index];
  return nullptr;
}

const Touched* touched_next(const Touched& before) {
  return before.next ? &list[before.next - 1] : nullptr;
}

void forget_accesses() {
  count = moments_used = 0;
  stamp++;
  forget_repeated();
}

const Touched* touched() { return list; }
unsigned touched_count() { return count; }
const Moment* moments() { return moment_list; }
unsigned moment_count() { return moments_used; }

}  // namespace omc
