#include "races/memory_model/weak_atomics.h"

#include <cstring>

#include "races/footprint.h"
#include "races/memory_model/sc_order.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

uint64_t old_bytes[2];  // what the last operation has read
AtomicOperation last_act;
unsigned last_outcome;
uint64_t* updated;  // the bytes of the store that an update has added behind an older one

struct Running {
  StoreList& list;
  ThreadClocks& clocks;
  unsigned me;
  const AtomicOperation& act;
  const void* pc;
};

uint32_t tick_of(const Running& now) { return now.clocks.now.ticks[now.me]; }

OrderedAccess ordered(const Running& now, unsigned rank) {
  return {&now.list, rank, now.act.order == __ATOMIC_SEQ_CST, &now.clocks.now};
}

const void* keep_old(const StoreList& list, StoreRef ref) {
  if (ref == list.newest) return nullptr;
  memcpy(old_bytes, store_at(ref).bytes, sizeof old_bytes);
  return old_bytes;
}

void describe(Store& store, const Running& now) {
  store.writer = static_cast<uint16_t>(now.me);
  store.tick = tick_of(now);
  store.order = static_cast<uint8_t>(now.act.order);
  store.pc = reinterpret_cast<uintptr_t>(now.pc);
  store.place = current_thread().place;
}

void release_into(Store& store, const Running& now) {
  join_clock(store.released, releases(now.act.order) ? now.clocks.now : now.clocks.released);
  if (releases(now.act.order)) begin_tick(now.clocks);
}

void load(const Running& now, StoreRef ref, Performed& result) {
  result.old = keep_old(now.list, ref);
  unsigned node = order_access(ordered(now, rank_of_read(position_of(now.list, ref))));
  mark_read(store_at(ref), now.me, tick_of(now));
  set_ordered_store(node, now.list, ref, true, now.clocks.now);
}

void update(const Running& now, StoreRef ref, Performed& result) {
  result.old = keep_old(now.list, ref);
  result.done = result.old != nullptr;
  unsigned node = order_access(ordered(now, rank_of_new(position_of(now.list, ref) + 1)));
  if (!result.done) keep_newest(now.list);
  Store* fresh = insert_store(now.list, ref);
  if (!fresh) return;
  store_at(ref).attached = true;
  fresh->released = store_at(ref).released;
  describe(*fresh, now);
  set_ordered_store(node, now.list, ref_of(*fresh), false, now.clocks.now);
  release_into(*fresh, now);
  updated = fresh->bytes;
}

// `next`: the store before which it goes; 0: it becomes the newest.
void store(const Running& now, StoreRef next, const void* value, Performed& result) {
  StoreRef before = next ? store_at(next).older : now.list.newest;
  unsigned node = order_access(ordered(now, rank_of_new(position_of(now.list, before) + 1)));
  if (!next) keep_newest(now.list);
  Store* fresh = insert_store(now.list, before);
  result.done = next != 0;
  if (!fresh) return;
  if (next) memcpy(fresh->bytes, value, now.act.n);
  describe(*fresh, now);
  set_ordered_store(node, now.list, ref_of(*fresh), false, now.clocks.now);
  release_into(*fresh, now);
}

// A store with this outcome goes directly before it; 0: it is appended.
StoreRef store_after_place(const StoreList& list, unsigned outcome) {
  return outcome ? store_read_by(list, outcome - 1) : StoreRef{0};
}

void record(const AtomicOperation& act, const void* pc) {
  if (act.op != AtomicOp::store) record_atomic_footprint(act.p, act.n, AccessKind::atomic_read, pc);
  if (act.op != AtomicOp::load) record_atomic_footprint(act.p, act.n, AccessKind::atomic_write, pc);
}

}  // namespace

bool perform_weakly(const AtomicOperation& operation, unsigned outcome, const void* value,
                    const void* pc, Performed& result) {
  ThreadClocks* clocks = clocks_of(current_thread());
  bool is_update = operation.op == AtomicOp::update && !operation.expected;
  StoreList* list = make_list(operation.p, operation.n, is_update);
  if (!list || !clocks) return false;
  if (outcome) world().chance.stale += checker.options.max_stale != UINT64_MAX;
  unsigned me = clock_index(current_thread());
  last_act = operation;
  last_outcome = outcome;
  if (operation.op == AtomicOp::store) {
    record(operation, pc);
    store({*list, *clocks, me, operation, pc}, store_after_place(*list, outcome), value, result);
    return true;
  }
  StoreRef ref = store_read_by(*list, outcome);
  if (!ref) ref = list->oldest;
  AtomicOperation act = last_act = settled(operation, bytes_of(*list, ref));
  acquire_carried(*clocks, store_at(ref).released, act.order);
  // What is in memory may be there by a primitive of libomc, such as the guard of a static
  // variable.
  if (ref == list->newest) acquire_atomic(act.p, act.n, act.op, act.order);
  record(act, pc);
  Running now{*list, *clocks, me, act, pc};
  if (act.op == AtomicOp::load)
    load(now, ref, result);
  else
    update(now, ref, result);
  return true;
}

void complete_update(const void* bytes, size_t n) {
  if (updated) memcpy(updated, bytes, n);
  if (checker.is_replay) report_stale(last_act, {old_bytes, true}, bytes);
}

void report_stale(const AtomicOperation& act, const Performed& result, const void* written) {
  const StoreList* list = find_list(act.p, act.n);
  if (!list) return;
  const Store& newest = store_at(list->newest);
  const Thread* writer = newest.writer == no_writer ? nullptr : &world().threads[newest.writer];
  accesses_stale_value(
      act.p, act.n,
      {result.old, written, last_outcome, act.order, act.p, writer, newest.order, newest.place});
}

void fence_weakly(int order, const Clock& now) {
  if (keeps_stores() && order == __ATOMIC_SEQ_CST) order_fence(now);
}

void read_in_kernel(const void* p, size_t n) {
  if (!keeps_stores()) return;
  StoreList* list = make_list(p, n, false);
  ThreadClocks* clocks = clocks_of(current_thread());
  if (!list || !clocks) return;
  use_object(WorldObject::seq_cst);
  order_fence(clocks->now);
  begin_tick(*clocks);
  unsigned me = clock_index(current_thread());
  AtomicOperation act{p, static_cast<uint32_t>(n), AtomicOp::load, __ATOMIC_RELAXED};
  Performed result;
  load({*list, *clocks, me, act, nullptr}, list->newest, result);
}

}  // namespace omc
