#include "races/memory_model/choices.h"

#include <cstring>

#include "races/memory_model/sc_order.h"
#include "world/assumptions.h"
#include "world/world.h"

namespace omc {
namespace {

bool may_miss_newest() {
  return !checker.reads_newest && world().chance.stale < checker.options.max_stale;
}

// A load or an update reads `ref`.
bool can_read(const StoreList& list, StoreRef ref, const AtomicOperation& operation,
              const Clock& now) {
  const Store& store = store_at(ref);
  AtomicOperation act = settled(operation, bytes_of(list, ref));
  if (act.op == AtomicOp::update && store.attached) return false;
  if (!has_ordered_events()) return true;
  Clock clock = now;
  if (acquires(act.order)) join_clock(clock, store.released);
  unsigned position = position_of(list, ref);
  unsigned rank = act.op == AtomicOp::load ? rank_of_read(position) : rank_of_new(position + 1);
  return can_be_ordered({&list, rank, act.order == __ATOMIC_SEQ_CST, &clock});
}

// A store goes directly before `next`.
bool can_go_before(const StoreList& list, StoreRef next, int order, const Clock& now) {
  StoreRef before = store_at(next).older;
  if (!before || store_at(before).attached) return false;
  unsigned rank = rank_of_new(position_of(list, next));
  return !has_ordered_events() || can_be_ordered({&list, rank, order == __ATOMIC_SEQ_CST, &now});
}

// The lowest store that the operation may act on: it reads it, or goes directly before it.
bool is_above_floor(const StoreList& list, StoreRef ref, AtomicOp op, const Clock& now) {
  unsigned position = position_of(list, ref), floor = floor_of(list, now);
  return op == AtomicOp::store ? position > floor : position >= floor;
}

struct Situation {
  const StoreList* list;  // null: one outcome
  AtomicOperation operation;
  const Clock* now;
};

Situation situation_of(const Thread& thread) {
  Situation now{};
  bool is_whole = thread.atomic_depth || thread.takes_no_steps || thread.done;
  if (!keeps_stores() || !may_miss_newest() || is_whole) return now;
  now.operation = operation_of(thread.pending);
  const StoreList* list = find_list(now.operation.p, now.operation.n);
  const ThreadClocks* clocks = clocks_of(thread);
  if (!list || !clocks || list->count < 2) return now;
  now.list = list;
  now.now = &clocks->now;
  return now;
}

bool is_allowed(const Situation& now, StoreRef ref) {
  if (!is_above_floor(*now.list, ref, now.operation.op, *now.now)) return false;
  return now.operation.op == AtomicOp::store
             ? can_go_before(*now.list, ref, now.operation.order, *now.now)
             : can_read(*now.list, ref, now.operation, *now.now);
}

// Reading or appending to the newest is outcome 0. Going before the newest is outcome 1.
unsigned outcome_of(const Situation& now, StoreRef ref) {
  unsigned since = stores_since(ref);
  return now.operation.op == AtomicOp::store ? since + store_at(ref).stands_for : since;
}

unsigned count_outcomes(const Thread& thread) {
  Situation now = situation_of(thread);
  unsigned most = 0;
  for (StoreRef ref = now.list ? now.list->newest : 0; ref; ref = store_at(ref).older) {
    if (!is_above_floor(*now.list, ref, now.operation.op, *now.now)) break;
    unsigned outcome = outcome_of(now, ref);
    if (is_allowed(now, ref)) most = outcome;
  }
  if (most >= max_outcomes) return overflow_clocks(Overflow::stores), max_outcomes;
  return most + 1;
}

bool offers_outcome(const Thread& thread, unsigned outcome) { return is_allowed(thread, outcome); }

const Waiting waiting_for_choice{nullptr, nullptr, count_outcomes, offers_outcome};

constexpr unsigned order_bits = 3, size_at = 8;

}  // namespace

Pending pending_of(const AtomicOperation& operation) {
  Pending pending;
  pending.op = Op::atomic;
  pending.object = operation.p;
  pending.value =
      static_cast<uint64_t>(operation.op) | static_cast<uint64_t>(operation.order) << 2 |
      static_cast<uint64_t>(operation.failure) << (2 + order_bits) | operation.n << size_at;
  pending.expected = operation.expected;
  pending.waiting = &waiting_for_choice;
  return pending;
}

AtomicOperation operation_of(const Pending& pending) {
  constexpr unsigned order_mask = (1 << order_bits) - 1;
  return {pending.object,
          static_cast<uint32_t>(pending.value >> size_at),
          static_cast<AtomicOp>(pending.value & 3),
          static_cast<int>(pending.value >> 2 & order_mask),
          static_cast<int>(pending.value >> (2 + order_bits) & order_mask),
          pending.expected};
}

AtomicOperation settled(const AtomicOperation& operation, const void* bytes) {
  AtomicOperation act = operation;
  if (operation.expected && memcmp(bytes, operation.expected, operation.n) != 0)
    act.op = AtomicOp::load, act.order = operation.failure;
  act.expected = nullptr;
  return act;
}

bool is_allowed(const Thread& thread, unsigned outcome) {
  if (!outcome) return true;
  Situation now = situation_of(thread);
  if (!now.list) return false;
  bool stores = now.operation.op == AtomicOp::store;
  for (StoreRef ref = now.list->newest; ref; ref = store_at(ref).older)
    if (outcome_of(now, ref) == outcome) return (stores || outcome) && is_allowed(now, ref);
  return false;
}

}  // namespace omc
