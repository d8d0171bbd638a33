#include "races/memory_model/stores.h"

#include <cstring>

#include "heap/reachability.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/regions.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {
namespace {

struct Stores {
  uint32_t list_count;  // numbers in use
  StoreRef free, used;
  StoreList lists[most_lists];  // by object number
  Store stores[most_stores];
};

Stores* all;

bool overlaps(const StoreList& list, uintptr_t address, size_t n) {
  return list.address < address + n && address < list.address + list.size;
}

StoreRef take_store() {
  if (StoreRef ref = all->free) {
    all->free = store_at(ref).newer;
    return ref;
  }
  if (all->used == most_stores) return overflow_clocks(Overflow::stores), StoreRef{0};
  return ++all->used;
}

void free_store(StoreRef ref) {
  Store& store = store_at(ref);
  memset(static_cast<void*>(&store), 0, sizeof store);
  store.newer = all->free;
  all->free = ref;
}

void drop_list(StoreList& list) {
  for (StoreRef ref = list.oldest; ref;) {
    StoreRef next = store_at(ref).newer;
    free_store(ref);
    ref = next;
  }
  list = {};
}

// A replay does not know from the beginning which objects have atomics of several sizes.
bool is_mixed_in_replay(uintptr_t address, size_t n) {
  bool found = false;
  for (unsigned i = 0; i < all->list_count; i++) {
    StoreList& other = all->lists[i];
    bool is_other = other.size && overlaps(other, address, n) &&
                    (other.address != address || other.size != n || other.is_mixed);
    if (!is_other) continue;
    found = true;
    if (other.is_mixed) continue;
    spread_clock(reinterpret_cast<const void*>(other.address), other.size,
                 store_at(other.newest).released);
    StoreList mixed{};
    mixed.address = other.address;
    mixed.size = other.size;
    mixed.is_mixed = true;
    drop_list(other);
    other = mixed;
  }
  return found;
}

StoreList* begin_list(StoreList& list, uintptr_t address, size_t n) {
  StoreRef ref = take_store();
  if (!ref) return nullptr;
  Store& store = store_at(ref);
  store = {};
  store.writer = no_writer;
  store.stands_for = 1;
  list = {};
  list.address = address;
  list.size = static_cast<uint16_t>(n);
  list.count = 1;
  list.oldest = list.newest = ref;
  return &list;
}

}  // namespace

void open_stores() {
  if (!keeps_stores()) return;
  all = static_cast<Stores*>(rewound_memory(sizeof(Stores)));
  auto begin = reinterpret_cast<uintptr_t>(all);
  scan_also(begin, begin + sizeof(Stores));
}

Store& store_at(StoreRef ref) { return all->stores[ref - 1]; }
StoreRef ref_of(const Store& store) { return static_cast<StoreRef>(&store - all->stores + 1); }
unsigned list_count() { return all->list_count; }
StoreList& list_at(unsigned number) { return all->lists[number]; }

StoreList* find_list(const void* p, size_t n) {
  auto address = reinterpret_cast<uintptr_t>(p);
  uint32_t number = object_number(address);
  if (number >= most_lists) return nullptr;
  StoreList& list = all->lists[number];
  return list.count && list.size == n ? &list : nullptr;
}

StoreList* make_list(const void* p, size_t n, bool is_update) {
  auto address = reinterpret_cast<uintptr_t>(p);
  bool is_mixed = checker.is_replay ? is_mixed_in_replay(address, n) : has_mixed_sizes(address, n);
  uint32_t number = object_number(address);
  if (number >= most_lists) return overflow_clocks(Overflow::stores), nullptr;
  StoreList& list = all->lists[number];
  if (number >= all->list_count) all->list_count = number + 1;
  if (is_mixed) {
    checker.run->has_mixed_atomics = 1;
    list.address = address;
    list.size = static_cast<uint16_t>(n);
    list.is_mixed = checker.is_replay;
    return nullptr;
  }
  if (!list.count && !begin_list(list, address, n)) return nullptr;
  // What the last thread loads has no alternative.
  if (is_update || !comes_last(current_thread()))
    list.is_only_updated = is_only_updated(address, n, is_update);
  return &list;
}

unsigned position_of(const StoreList& list, StoreRef ref) {
  unsigned position = 0;
  for (StoreRef at = list.oldest; at && at != ref; at = store_at(at).newer) position++;
  return position;
}

unsigned known_rank(const StoreList& list, const Clock& clock) {
  unsigned position = list.count - 1u;
  for (StoreRef ref = list.newest; ref; ref = store_at(ref).older, position--) {
    const Store& store = store_at(ref);
    for (unsigned i = 0; i < clock_width(); i++)
      if (store.read_at.ticks[i] && clock.ticks[i] >= store.read_at.ticks[i])
        return rank_of_read(position);
    if (store.writer != no_writer && clock.ticks[store.writer] >= store.tick)
      return rank_of_write(position);
  }
  return 0;
}

unsigned stores_since(StoreRef ref) {
  unsigned n = 0;
  while ((ref = store_at(ref).newer)) n += store_at(ref).stands_for;
  return n;
}

StoreRef store_read_by(const StoreList& list, unsigned outcome) {
  unsigned n = 0;
  for (StoreRef ref = list.newest; ref; ref = store_at(ref).older) {
    n += store_at(ref).stands_for;
    if (outcome < n) return ref;
  }
  return 0;
}

Store* insert_store(StoreList& list, StoreRef after) {
  StoreRef ref = list.count < most_stores_of_one ? take_store() : 0;
  if (!ref) return overflow_clocks(Overflow::stores), nullptr;
  Store& store = store_at(ref);
  store = {};
  store.stands_for = 1;
  store.older = after;
  store.newer = store_at(after).newer;
  store_at(after).newer = ref;
  if (store.newer)
    store_at(store.newer).older = ref;
  else
    list.newest = ref;
  list.count++;
  return &store;
}

void remove_store(StoreList& list, StoreRef ref) {
  const Store& store = store_at(ref);
  if (store.older)
    store_at(store.older).newer = store.newer;
  else
    list.oldest = store.newer;
  store_at(store.newer).older = store.older;  // the newest is never removed
  list.count--;
  free_store(ref);
}

void keep_newest(const StoreList& list) {
  Store& store = store_at(list.newest);
  store.bytes[0] = store.bytes[1] = 0;
  memcpy(store.bytes, reinterpret_cast<const void*>(list.address), list.size);
}

void mark_read(Store& store, unsigned reader, uint32_t tick) {
  if (!store.read_at.ticks[reader]) store.read_at.ticks[reader] = tick;
}

const void* bytes_of(const StoreList& list, StoreRef ref) {
  return ref == list.newest ? reinterpret_cast<const void*>(list.address) : store_at(ref).bytes;
}

void forget_stores(uintptr_t begin, size_t n) {
  for (unsigned i = 0; all && i < all->list_count; i++)
    if (all->lists[i].size && all->lists[i].address - begin < n) drop_list(all->lists[i]);
}

void for_each_store_clock(ClockVisitor visit, void* context) {
  for (unsigned i = 0; all && i < all->list_count; i++) {
    const StoreList& list = all->lists[i];
    unsigned position = 0;
    for (StoreRef ref = list.oldest; ref; ref = store_at(ref).newer) {
      uint64_t words[] = {list.address, position++};
      visit(digest_of(words, sizeof words, 0x73746f7265).low, store_at(ref).released, context);
    }
  }
}

}  // namespace omc
