#include "sharing/conflicts.h"

#include <atomic>

#include "platform/address_space.h"
#include "run/run.h"
#include "sharing/shared_memory_map.h"
#include "threads/held_locks.h"
#include "world/assumptions.h"
#include "world/world.h"

namespace omc {
namespace {

struct Facts {
  std::atomic<uint64_t> locks;      // that protect it
  std::atomic<uint64_t> accessors;  // by kind
};

constexpr uint64_t most_granules = 1 << 20;

Facts* table;  // by number of the granule
uint64_t size;

// ---- Locks ----

// The numbers + 1 of up to three locks in one word. The last bit: the granule was accessed.
constexpr unsigned most_locks = 3, number_bits = 20;
constexpr uint64_t number_mask = (uint64_t{1} << number_bits) - 1, accessed = uint64_t{1} << 63;

bool excludes_others(LockKind kind) { return kind == LockKind::mutex || kind == LockKind::spin; }

uint64_t with_lock(uint64_t locks, uint64_t number) {
  for (unsigned i = 0; i < most_locks; i++) {
    if (locks >> i * number_bits & number_mask) continue;
    return locks | number << i * number_bits;
  }
  return locks;
}

bool has_lock(uint64_t locks, uint64_t number) {
  for (unsigned i = 0; i < most_locks; i++)
    if ((locks >> i * number_bits & number_mask) == number) return true;
  return false;
}

// The locks of `before` that the thread holds; at the first access all that it holds.
uint64_t common_locks(uint64_t before, const Thread& thread) {
  uint64_t common = 0;
  for (unsigned i = 0; i < held_lock_count(thread); i++) {
    HeldLock held = held_lock(thread, i);
    if (!excludes_others(held.kind)) continue;
    uint64_t number = uint64_t{object_number(reinterpret_cast<uintptr_t>(held.lock))} + 1;
    if (number <= number_mask && (!before || has_lock(before, number)))
      common = with_lock(common, number);
  }
  return common | accessed;
}

// True when all accesses to the granule so far had a common lock.
bool is_protected(std::atomic<uint64_t>& locks, const Thread& thread) {
  uint64_t before = locks.load(std::memory_order_relaxed);
  for (;;) {
    if (before == accessed) return false;
    uint64_t after = common_locks(before, thread);
    if (after != before && !locks.compare_exchange_weak(before, after)) continue;
    if (after == accessed && before) refute(Assumption::known_conflicts);
    return after != accessed;
  }
}

// ---- Accessors ----

// For each kind of access the thread that makes such accesses: a slot + 1, or many.
constexpr unsigned accessor_bits = 16;

constexpr AccessKind kinds[] = {AccessKind::read, AccessKind::write, AccessKind::atomic_read,
                                AccessKind::atomic_write};

Conflictors accessor(uint64_t accessors, AccessKind kind) {
  return static_cast<Conflictors>(accessors >> static_cast<unsigned>(kind) * accessor_bits);
}

Conflictors joined(Conflictors a, Conflictors b) {
  return !a || a == b ? b : !b ? a : many_conflictors;
}

uint64_t with_accessor(uint64_t accessors, AccessKind kind, Conflictors me) {
  unsigned shift = static_cast<unsigned>(kind) * accessor_bits;
  uint64_t now = joined(accessor(accessors, kind), me);
  return (accessors & ~(uint64_t{many_conflictors} << shift)) | now << shift;
}

Conflictors conflictors_of(uint64_t accessors, AccessKind kind, Conflictors me) {
  Conflictors all = no_conflictor;
  for (AccessKind other : kinds)
    if (conflict(kind, other) && accessor(accessors, other) != me)
      all = joined(all, accessor(accessors, other));
  return all;
}

bool is_read_by_others(uint64_t accessors, Conflictors me) {
  Conflictors readers = accessor(accessors, AccessKind::read);
  return readers && readers != me;
}

// An atomic write differs from an atomic read only for plain reads.
AccessKind weakest_kind(uint64_t accessors, AccessKind kind, Conflictors me) {
  bool is_like_read = kind == AccessKind::atomic_write && !is_read_by_others(accessors, me);
  return is_like_read ? AccessKind::atomic_read : kind;
}

// True when less was known of an access before.
bool has_new_conflict(uint64_t before, uint64_t after) {
  for (AccessKind kind : kinds) {
    Conflictors who = accessor(before, kind);
    if (!who) continue;
    if (conflictors_of(before, kind, who) != conflictors_of(after, kind, who) ||
        weakest_kind(before, kind, who) != weakest_kind(after, kind, who))
      return true;
  }
  return false;
}

KnownConflicts add_accessor(std::atomic<uint64_t>& accessors, AccessKind kind,
                            const Thread& thread) {
  auto me = static_cast<Conflictors>(thread.slot + 1);
  uint64_t before = accessors.load(std::memory_order_relaxed), after;
  do after = with_accessor(before, kind, me);
  while (after != before && !accessors.compare_exchange_weak(before, after));
  if (after != before && has_new_conflict(before, after)) refute(Assumption::known_conflicts);
  return {conflictors_of(after, kind, me), weakest_kind(after, kind, me)};
}

}  // namespace

void open_conflicts() {
  Run& run = *checker.run;
  uint64_t room = (run.pool_end - run.pool_begin) / 16 / sizeof *table;
  for (size = 1 << 10; size < most_granules && 2 * size < room; size *= 2) {
  }
  uint64_t offset = pool_take(run, size * sizeof *table);
  table = offset ? at<Facts>(run, offset) : nullptr;
}

KnownConflicts known_conflicts(uintptr_t granule, AccessKind kind, const Thread& thread) {
  uint64_t number = table && !checker.is_replay ? granule_number(granule) : no_number;
  if (number >= size) return {many_conflictors, kind};
  Facts& facts = table[number];
  bool is_safe = is_protected(facts.locks, thread);
  KnownConflicts known = add_accessor(facts.accessors, kind, thread);
  return is_safe ? KnownConflicts{no_conflictor, kind} : known;
}

}  // namespace omc
