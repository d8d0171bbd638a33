#include "races/memory_model/tidy.h"

#include <cstring>

#include "races/access_history.h"
#include "races/memory_model/sc_order.h"
#include "races/memory_model/stores.h"
#include "world/assumptions.h"
#include "world/world.h"

namespace omc {
namespace {

Clock next_clocks[most_clocked_threads];  // of the threads that have not ended

// What a thread will know at least when it goes on.
Clock clock_ahead(unsigned index) {
  const Thread& thread = world().threads[index];
  Clock clock = next_clock(index);
  bool joins_all = thread.pending.op == Op::join && !thread.pending.object;  // omc_run_threads
  for (unsigned i = 0; joins_all && i < clock_width(); i++)
    if (i != index) clock.ticks[i] = UINT32_MAX;
  return clock;
}

// Timers load nothing.
template <class Do>
void for_each_thread(Do act) {
  const World& w = world();
  for (unsigned i = 0; i < clock_width(); i++)
    if (!w.threads[i].ended && !w.threads[i].is_timer) act(i);
}

bool needs_tidying() {
  if (has_ordered_events()) return true;
  for (unsigned i = 0; i < list_count(); i++)
    if (list_at(i).count > 1) return true;
  return false;
}

// ---- Dropping ----

// Below the lowest floor of all threads, nothing can be read and no store can go.
void drop_below_floors(StoreList& list) {
  unsigned lowest = list.count - 1u;
  for_each_thread([&](unsigned i) {
    if (list.is_only_updated) return;
    unsigned floor = floor_of(list, next_clocks[i]);
    if (floor < lowest) lowest = floor;
  });
  for (; lowest; lowest--) {
    forget_ordered_store(list, list.oldest);
    remove_store(list, list.oldest);
  }
}

// ---- Merging ----

// True when a thread that acquires one or the other can do the same afterwards.
bool look_same(const StoreList& own, const Clock& older, const Clock& newer, unsigned but) {
  if (!know_same_epochs(older, newer) || !know_same_events(older, newer, but)) return false;
  for (unsigned i = 0; i < list_count(); i++) {
    const StoreList& list = list_at(i);
    if (&list != &own && list.count > 1 && floor_of(list, older) != floor_of(list, newer))
      return false;
  }
  return true;
}

// An update follows the store that it read at once: nothing can go between them, and another
// update can read only the later one. With equal bytes, loads cannot tell them apart.
bool can_merge(const StoreList& list, StoreRef ref, unsigned position) {
  const Store& store = store_at(ref);
  const Store& next = store_at(store.newer);
  unsigned twin = no_node;
  bool is_free = !is_ordered_by(ref) && !is_ordered_by(store.newer);
  if (!store.attached || !(is_free || (twin = twin_of(ref, store.newer)) != no_node)) return false;
  if (memcmp(bytes_of(list, ref), bytes_of(list, store.newer), list.size) != 0) return false;
  return floor_of(list, store.released) <= position + 1 &&
         floor_of(list, next.released) <= position + 1 &&
         look_same(list, store.released, next.released, twin);
}

void merge_into_next(StoreList& list, StoreRef ref) {
  Store& store = store_at(ref);
  Store& next = store_at(store.newer);
  next.stands_for += store.stands_for;
  merge_twins(ref, store.newer);
  for (unsigned i = 0; i < clock_width(); i++) {
    uint32_t earlier = store.read_at.ticks[i], &tick = next.read_at.ticks[i];
    if (store.writer == i && (!earlier || store.tick < earlier)) earlier = store.tick;
    if (earlier && (!tick || earlier < tick)) tick = earlier;
  }
  remove_store(list, ref);
}

void merge_equal(StoreList& list) {
  unsigned position = 0;
  for (StoreRef ref = list.oldest; store_at(ref).newer;) {
    StoreRef next = store_at(ref).newer;
    if (can_merge(list, ref, position))
      merge_into_next(list, ref);
    else
      position++;
    ref = next;
  }
}

// ---- The state ----

Digest digest_bytes(const StoreList& list, StoreRef ref, unsigned position) {
  uint64_t bytes[2] = {};
  if (ref != list.newest) memcpy(bytes, store_at(ref).bytes, list.size);  // else it is in memory
  uint64_t words[] = {list.address, position, store_at(ref).attached, bytes[0], bytes[1]};
  return digest_of(words, sizeof words, 0x73746f726573);
}

// Whether a thread has read a store, or knows it, counts where a seq_cst event depends on it.
unsigned known_in_state(const StoreList& list, const Clock& clock) {
  unsigned rank = known_rank(list, clock);
  return has_ordered_events() ? rank : rank / 4 * 4;
}

Digest digest_clock(uint64_t key, const Clock& clock) {
  Digest sum = digest_known_events(key, clock);
  for (unsigned i = 0; i < list_count(); i++) {
    const StoreList& list = list_at(i);
    if (list.count < 2) continue;
    uint64_t words[] = {key, list.address, known_in_state(list, clock)};
    if (words[2]) sum += digest_of(words, sizeof words, 0x666c6f6f72);
  }
  return sum;
}

struct Visit {
  Digest sum;
};

void visit_clock(uint64_t key, const Clock& clock, void* context) {
  static_cast<Visit*>(context)->sum += digest_clock(key, clock);
}

}  // namespace

void tidy_stores() {
  if (!keeps_stores()) return;
  tidy_history();  // at each step, so that states do not depend on where the search looked
  if (!needs_tidying()) return;
  for_each_thread([](unsigned i) { next_clocks[i] = clock_ahead(i); });
  for (unsigned i = 0; i < list_count(); i++)
    if (list_at(i).count > 1) drop_below_floors(list_at(i));
  forget_ordered_events();
  for (unsigned i = 0; i < list_count(); i++)
    if (list_at(i).count > 1) merge_equal(list_at(i));
}

Digest digest_stores() {
  Visit all;
  if (!keeps_stores() || !needs_tidying()) return all.sum;
  all.sum += digest_sc_order();
  for (unsigned i = 0; i < list_count(); i++) {
    const StoreList& list = list_at(i);
    unsigned position = 0;
    for (StoreRef ref = list.count > 1 ? list.oldest : StoreRef{0}; ref; ref = store_at(ref).newer)
      all.sum += digest_bytes(list, ref, position++);
  }
  const World& w = world();
  for (unsigned i = 0; i < clock_width(); i++) {
    const Thread& thread = w.threads[i];
    if (thread.ended && (thread.joined || thread.detached)) continue;
    visit_clock(uint64_t{thread.slot} << 2 | 1, clock_ahead(i), &all);
  }
  for_each_clock(visit_clock, &all);
  for_each_store_clock(visit_clock, &all);
  return all.sum;
}

}  // namespace omc
