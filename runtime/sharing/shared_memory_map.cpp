#include "sharing/shared_memory_map.h"

#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint32_t shared_by_many = 1 << 16, written = 1 << 17, plain = 1 << 18;
constexpr uint32_t first_accessor = shared_by_many - 1;  // slot + 1
constexpr unsigned most_attempts = 64;
constexpr uint64_t most_granules = 1 << 22;

struct Shared {
  // A granule; a granule + 2 for its atomics; a page + 4; or twice an object's address + 1.
  std::atomic<uint64_t> key;
  std::atomic<uint32_t> word;
  std::atomic<uint32_t> number;  // + 1
};

Shared* table;
uint64_t size;  // a power of two

// With weak memory the table also exists where only numbers and sizes of atomics are needed.
bool follows_sharing() { return table && follows_races(); }

bool is_shared(uint32_t word) { return word & shared_by_many && word & written && word & plain; }

// Granules of a page have adjacent entries. After a collision with another page the next attempt is
// far away; an adjacent one would collide with a third page.
Shared& place_of(uint64_t key, unsigned attempt) {
  uint64_t page = (key / page_size ^ attempt * 0xc2b2ae3d27d4eb4fu) * 0x9e3779b97f4a7c15u;
  page = (page ^ page >> 32) * 0xd6e8feb86659fd93u;
  return table[((page >> 20) + key % page_size / granule_size) & (size - 1)];
}

// Null when all attempts collide: the key then counts as shared.
Shared* entry_of(uint64_t key) {
  for (unsigned i = 0; i < most_attempts; i++) {
    Shared& entry = place_of(key, i);
    uint64_t found = entry.key.load(std::memory_order_relaxed);
    if (found == key || (!found && entry.key.compare_exchange_strong(found, key)) || found == key)
      return &entry;
  }
  return nullptr;
}

// Concurrent assignments may leave a gap in the numbers.
uint32_t number_of(uint64_t key, std::atomic<uint32_t>& next) {
  Shared* entry = table ? entry_of(key) : nullptr;
  if (!entry) return no_number;
  uint32_t number = entry->number;
  if (number) return number - 1;
  uint32_t mine = ++next;
  return entry->number.compare_exchange_strong(number, mine) ? mine - 1 : number - 1;
}

// Merges an access into an entry and returns whether the entry is shared. A transition to shared
// refutes private_memory.
template <class Merge, class IsShared>
bool add(Shared* entry, Merge merge, IsShared is_shared_now) {
  if (!entry) return true;
  uint32_t before = entry->word.load(std::memory_order_relaxed);
  for (;;) {
    if (is_shared_now(before)) return true;
    uint32_t after = merge(before);
    if (after != before && !entry->word.compare_exchange_weak(before, after)) continue;
    if (!is_shared_now(after)) return false;
    refute(Assumption::private_memory);
    return true;
  }
}

uint32_t with_accessor(uint32_t word, uint32_t me) {
  if (!(word & first_accessor)) return word | me;
  return (word & first_accessor) == me ? word : word | shared_by_many;
}

// True when the granule is shared.
bool mark_granule(uintptr_t granule, uint32_t me, AccessKind kind) {
  uint32_t bits = (is_write(kind) ? written : 0) | (is_atomic(kind) ? 0 : plain);
  return add(
      entry_of(granule), [=](uint32_t word) { return with_accessor(word, me) | bits; }, is_shared);
}

// True when several threads have accessed the page. Only then its granules matter.
bool mark_page(uintptr_t page, uint32_t me) {
  return add(
      entry_of(page + 4), [=](uint32_t word) { return with_accessor(word, me); },
      [](uint32_t word) { return (word & shared_by_many) != 0; });
}

// ---- Atomics of different sizes ----

// For each byte of a granule, log2 + 1 of the size of the atomics there. Atomics are aligned to
// their size.
constexpr uint32_t mixed = 1u << 31;
constexpr uint32_t updated = 1 << 24, not_only_updated = 1 << 25;
constexpr unsigned size_bits = 3;

uint32_t with_atomic(uint32_t word, uint8_t bytes, uint32_t size) {
  for (unsigned i = 0; i < granule_size; i++) {
    if (!(bytes >> i & 1)) continue;
    uint32_t before = word >> size_bits * i & ((1 << size_bits) - 1);
    word |= before && before != size ? mixed : size << size_bits * i;
  }
  return word;
}

// True when atomics of another size overlap. Refutes before it publishes: a process that sees mixed
// sizes must also see that clocks are invalid.
bool mark_atomic(Shared* entry, uint8_t bytes, uint32_t size) {
  uint32_t before = entry ? entry->word.load() : mixed;
  while (!(before & mixed)) {
    uint32_t after = with_atomic(before, bytes, size);
    if (after & mixed) refute(Assumption::uniform_atomics);
    if (after == before || entry->word.compare_exchange_weak(before, after)) return after & mixed;
  }
  return true;
}

}  // namespace

bool has_mixed_sizes(uintptr_t address, size_t n) {
  if (!table || checker.is_replay) return true;
  auto size = static_cast<uint32_t>(__builtin_ctzl(n)) + 1;
  bool found = false;
  for (uintptr_t granule = address & ~(granule_size - 1); granule < address + n;
       granule += granule_size)
    found |= mark_atomic(entry_of(granule + 2), mask_of(granule, address, n), size);
  return found;
}

bool is_only_updated(uintptr_t address, size_t n, bool is_update) {
  if (!table || checker.is_replay) return false;
  bool only = true;
  for (uintptr_t granule = address & ~(granule_size - 1); granule < address + n;
       granule += granule_size) {
    Shared* entry = entry_of(granule + 2);
    if (!entry) return false;
    uint32_t bit = is_update ? updated : not_only_updated;
    uint32_t before = entry->word.load(std::memory_order_relaxed);
    if (!(before & bit)) before = entry->word.fetch_or(bit);
    bool is_news = !is_update && before & updated && !(before & not_only_updated);
    if (is_news) refute(Assumption::only_updated);
    only &= is_update && !(before & not_only_updated);
  }
  return only;
}

void open_shared_memory_map() {
  Run& run = *checker.run;
  uint64_t room = (run.pool_end - run.pool_begin) / 8 / sizeof(Shared);
  for (size = 1 << 10; size < most_granules && 2 * size < room; size *= 2) {
  }
  uint64_t offset = pool_take(run, size * sizeof(Shared));
  table = offset ? at<Shared>(run, offset) : nullptr;
}

bool accesses_shared(uintptr_t address, size_t n, AccessKind kind) {
  if (!follows_sharing()) return true;
  uint32_t me = current_thread().slot + 1u;
  uintptr_t end = address + n;
  bool shared = false;
  for (uintptr_t page = page_of(address); page < end; page += page_size) {
    if (is_cached_private(page, 1) || is_private_page(page)) continue;
    uintptr_t from = page > address ? page : address & ~(granule_size - 1),
              to = page + page_size < end ? page + page_size : end;
    for (uintptr_t granule = from; granule < to; granule += granule_size)
      shared |= mark_granule(granule, me, kind);
  }
  return shared;
}

bool are_private_granules(uintptr_t address, size_t n, AccessKind kind) {
  if (!follows_sharing() || is_atomic(kind)) return false;
  uint32_t me = current_thread().slot + 1u, bits = (is_write(kind) ? written : 0) | plain;
  for (uintptr_t granule = address & ~(granule_size - 1); granule < address + n;
       granule += granule_size) {
    Shared* entry = entry_of(granule);
    if (!entry ||
        add(entry, [=](uint32_t word) { return with_accessor(word, me) | bits; }, is_shared))
      return false;
    if (!(entry->word.load(std::memory_order_relaxed) & written)) return false;
  }
  return true;
}

bool was_accessed(uintptr_t granule) {
  for (unsigned i = 0; follows_sharing() && i < most_attempts; i++) {
    uint64_t found = place_of(granule, i).key.load(std::memory_order_relaxed);
    if (found == granule || !found) return found != 0;
  }
  return true;
}

bool is_private_page(uintptr_t address) {
  uintptr_t page = page_of(address);
  if (!follows_sharing() || is_cached_shared(page)) return false;
  bool shared = mark_page(page, current_thread().slot + 1u);
  if (shared)
    cache_shared(page);
  else
    cache_private(page);
  return !shared;
}

uint32_t granule_number(uintptr_t granule) {
  return number_of(granule, checker.run->granule_numbers);
}
uint32_t object_number(uintptr_t address) {
  return number_of(address << 1 | 1, checker.run->object_numbers);
}

// Shares the entry of the object's number.
static Shared* entry_of_lock(const void* lock) {
  return table ? entry_of(reinterpret_cast<uintptr_t>(lock) << 1 | 1) : nullptr;
}

void observe_lock(const void* lock) {
  Shared* entry = entry_of_lock(lock);
  if (entry && !entry->word.exchange(1)) refute(Assumption::unobserved_locks);
}

bool is_observed(const void* lock) {
  Shared* entry = entry_of_lock(lock);
  return !entry || entry->word.load(std::memory_order_relaxed);
}

}  // namespace omc
