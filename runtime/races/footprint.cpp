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
#include "world/uses.h"
#include "world/world.h"

namespace omc {

namespace {

constexpr unsigned table_size = most_footprint_entries * 2;  // a power of two
constexpr unsigned most_statements = 1 << 16;                // further ones count as the last

FootprintEntry* list;
unsigned count;
StepStatement* statements;
unsigned statements_used;
// A hash table from granules to the list. Entries with an older stamp are empty.
struct Slot {
  uint32_t stamp, index;
};
Slot* table;
uint32_t stamp = 1;

// A direct-mapped cache of the step's accesses.
struct Recent {
  uint64_t bytes;  // address and size
  uint64_t kinds;  // a bit for each kind; above them the stamp
};
constexpr unsigned recent_size = 1 << 12;
Recent* recent;
uint64_t recent_stamp = 1;

}  // namespace

void open_footprint() {
  list =
      static_cast<FootprintEntry*>(checker_memory(most_footprint_entries * sizeof(FootprintEntry)));
  table = static_cast<Slot*>(checker_memory(table_size * sizeof(Slot)));
  statements = static_cast<StepStatement*>(checker_memory(most_statements * sizeof(StepStatement)));
  recent = static_cast<Recent*>(checker_memory(recent_size * sizeof(Recent)));
  open_private_cache();
}

namespace {

unsigned first_place(uintptr_t granule) {
  return static_cast<unsigned>(granule * 0x9e3779b97f4a7c15u >> 40) % table_size;
}

FootprintEntry* new_entry(uintptr_t granule, uint32_t statement) {
  if (count == most_footprint_entries) return nullptr;
  list[count] = {};
  list[count].granule = granule;
  list[count].statement = statement;
  return &list[count++];
}

// The first entry of a granule, or a new one; null when the list is full.
FootprintEntry* first_entry(uintptr_t granule, uint32_t statement) {
  for (unsigned place = first_place(granule);; place = (place + 1) % table_size) {
    Slot& slot = table[place];
    if (slot.stamp == stamp && list[slot.index].granule != granule) continue;
    if (slot.stamp == stamp) return &list[slot.index];
    slot = {stamp, count};
    return new_entry(granule, statement);
  }
}

// The entry of this statement, or an earlier one that contains the access already.
FootprintEntry* entry_of(uintptr_t granule, uint32_t statement, unsigned kind, uint8_t mask) {
  FootprintEntry* entry = first_entry(granule, statement);
  while (entry && entry->statement != statement && (mask & ~entry->masks[kind])) {
    if (entry->next)
      entry = &list[entry->next - 1];
    else if (FootprintEntry* fresh = new_entry(granule, statement))
      entry->next = count, entry = fresh;
    else
      return nullptr;
  }
  return entry;
}

bool is_statement_of(const StepStatement& statement, const Thread& thread) {
  const Place &place = statement.place, &there = thread.place;
  return statement.later_choices == thread.deferred_hooks && place.line == there.line &&
         place.column == there.column && place.file == there.file;
}

uint32_t statement_index(const Thread& thread) {
  bool same = statements_used && is_statement_of(statements[statements_used - 1], thread);
  if (!same && statements_used < most_statements)
    statements[statements_used++] = {thread.place, thread.deferred_hooks};
  return statements_used - 1;
}

// Excluded by omc_ignore.
bool is_ignored(uintptr_t address) {
  const World& w = world();
  for (unsigned i = 0; i < w.ignored_count; i++)
    if (address >= w.ignored[i].begin && address < w.ignored[i].end) return true;
  return false;
}

// Up to its first point a new thread runs in the step of its creator, so these accesses are in no
// footprint of its own. Few remain: the first statement usually has a hook. Most of them are
// libstdc++'s, to the block that hands over the start function.
bool is_in_handover_block(const Thread& thread, uintptr_t address) {
  auto argument = reinterpret_cast<uintptr_t>(thread.argument);
  if (!in_heap(argument)) return false;
  Block block = block_at(argument);
  return address - block.begin < block.size;
}

}  // namespace

// Not with clocks or after a synchronisation: then repeating an access may have another effect.
bool is_repeated_access(const void* p, size_t n, AccessKind kind) {
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

void forget_repeated_accesses() { recent_stamp++; }

// `is_used`: the use of memory is recorded here.
static void record(const void* p, size_t n, AccessKind kind, const void* pc, bool is_used) {
  if (!inside() || world().thread_count == 1) return;
  Thread& thread = current_thread();
  auto address = reinterpret_cast<uintptr_t>(p);
  if (!n || !follows_races()) return;
  if (is_ignored(address)) {
    // Such bytes communicate between threads without ordering them.
    if (is_used) use_memory(p, n, is_write(kind));
    return refute(Assumption::strong_orders);
  }
  // A replay has no shared memory map. It may lose accesses when the list is full.
  if (!checker.is_replay && !accesses_shared(address, n, kind)) return;
  thread.just_released = nullptr;
  // With clocks, the access history detects a race in either order.
  if (is_used && (!follows_clocks() || thread.ignores_accesses)) use_memory(p, n, is_write(kind));
  if (thread.ignores_accesses)
    // Other threads may still observe ignored accesses.
    return refute(Assumption::strong_orders);
  if (thread.in_library) acquire_from(libraries_object);
  if (follows_clocks()) check_history(address, n, kind, pc);
  if (thread.starter && !is_in_handover_block(thread, address)) refute(Assumption::strong_orders);
  // Where the thread cannot stop, only clocks detect the race.
  if (!compares_accesses(thread))
    return thread.atomic_depth ? refute(Assumption::strong_orders) : void();
  uint32_t statement = statement_index(thread);
  auto k = static_cast<unsigned>(kind);
  for (uintptr_t granule = address & ~(granule_size - 1); granule < address + n;
       granule += granule_size) {
    uint8_t mask = mask_of(granule, address, n);
    FootprintEntry* entry = entry_of(granule, statement, k, mask);
    if (!entry && checker.is_replay) return;
    if (!entry)
      return stop_incomplete(Incomplete::memory,
                             "a step touches more memory than can be compared with other steps");
    entry->masks[k] |= mask;
    if (!entry->pcs[k]) entry->pcs[k] = reinterpret_cast<uintptr_t>(pc);
  }
}

void record_footprint(const void* p, size_t n, AccessKind kind, const void* pc) {
  record(p, n, kind, pc, true);
}

void record_atomic_footprint(const void* p, size_t n, AccessKind kind, const void* pc) {
  record(p, n, kind, pc, false);
}

const FootprintEntry* footprint_at(uintptr_t granule) {
  for (unsigned place = first_place(granule); table[place].stamp == stamp;
       place = (place + 1) % table_size)
    if (list[table[place].index].granule == granule) return &list[table[place].index];
  return nullptr;
}

const FootprintEntry* footprint_next(const FootprintEntry& before) {
  return before.next ? &list[before.next - 1] : nullptr;
}

void clear_footprint() {
  count = statements_used = 0;
  stamp++;
  forget_repeated_accesses();
}

const FootprintEntry* footprint() { return list; }
unsigned footprint_size() { return count; }
const StepStatement* footprint_statements() { return statements; }
unsigned statement_count() { return statements_used; }

}  // namespace omc
