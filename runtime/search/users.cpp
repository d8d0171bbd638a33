#include "search/users.h"

#include <atomic>

#include "platform/address_space.h"
#include "run/run.h"
#include "world/assumptions.h"
#include "world/world.h"

namespace omc {
namespace {

// By kind of use.
struct Users {
  std::atomic<uint64_t> object;  // + 1; 0: free
  std::atomic<uint64_t> users[use_kinds];
  // Threads that must not use it so, in pass `pass`.
  std::atomic<uint64_t> absent[use_kinds];
  std::atomic<uint64_t> pass;
};

struct UsersHead {
  std::atomic<uint64_t> pass;
  std::atomic<uint32_t> slots[most_users];  // slot + 1 of each bit
};

constexpr unsigned most_attempts = 64;
constexpr uint64_t most_objects = 1 << 18;

UsersHead* head;
Users* table;
uint64_t size;  // a power of two

Users* entry_of(uint64_t object) {
  uint64_t hash = object * 0x9e3779b97f4a7c15u >> 20;
  for (unsigned i = 0; i < most_attempts; i++) {
    Users& entry = table[(hash + i) & (size - 1)];
    uint64_t found = entry.object.load(std::memory_order_relaxed);
    if (found == object + 1 ||
        (!found && entry.object.compare_exchange_strong(found, object + 1)) || found == object + 1)
      return &entry;
  }
  return nullptr;
}

// One worker makes the entry empty, before others rely on it.
void begin_reliance(Users& entry) {
  constexpr uint64_t being_emptied = ~uint64_t{0};
  uint64_t pass = head->pass, found = entry.pass;
  while (found != pass) {
    if (found == being_emptied || !entry.pass.compare_exchange_weak(found, being_emptied)) {
      found = entry.pass;
      continue;
    }
    for (auto& absent : entry.absent) absent = 0;
    entry.pass = found = pass;
  }
}

}  // namespace

void open_users() {
  Run& run = *checker.run;
  uint64_t room = (run.pool_end - run.pool_begin) / 16 / sizeof(Users);
  for (size = 1 << 10; size < most_objects && 2 * size < room; size *= 2) {
  }
  uint64_t heads = pool_take(run, sizeof(UsersHead)), offset = pool_take(run, size * sizeof(Users));
  head = heads ? at<UsersHead>(run, heads) : nullptr;
  table = heads && offset ? at<Users>(run, offset) : nullptr;
  if (head) head->pass = 1;
  if (!table) refute(Assumption::recorded_uses);
}

unsigned user_bit(unsigned slot) {
  for (unsigned bit = 0; bit < most_users; bit++) {
    uint32_t found = head->slots[bit].load(std::memory_order_relaxed);
    if (!found && head->slots[bit].compare_exchange_strong(found, slot + 1)) return bit;
    if (found == slot + 1) return bit;
  }
  refute(Assumption::recorded_uses);
  return no_bit;
}

unsigned slot_of_bit(unsigned bit) {
  uint32_t slot = head->slots[bit];
  return slot ? slot - 1 : max_threads;
}

void learn_use(const Use& use, unsigned slot) {
  unsigned bit = user_bit(slot);
  if (bit == no_bit) return;
  Users* entry = entry_of(use.object);
  if (!entry) return refute(Assumption::recorded_uses);
  uint64_t me = uint64_t{1} << bit;
  auto kind = static_cast<unsigned>(use.kind);
  if (entry->users[kind].load(std::memory_order_relaxed) & me) return;
  entry->users[kind] |= me;
  if (entry->pass == head->pass && entry->absent[kind] & me) refute(Assumption::known_users);
}

ThreadSet dependent_users(const Use& use) {
  const Users* entry = entry_of(use.object);
  if (!entry) return ~ThreadSet{0};
  ThreadSet users = 0;
  for (unsigned kind = 0; kind < use_kinds; kind++)
    if (!commute(use.kind, static_cast<UseKind>(kind))) users |= entry->users[kind];
  return users;
}

void rely_on(const Use& use, ThreadSet absent) {
  Users* entry = entry_of(use.object);
  if (!entry || !absent) return;
  begin_reliance(*entry);
  for (unsigned kind = 0; kind < use_kinds; kind++)
    if (!commute(use.kind, static_cast<UseKind>(kind))) entry->absent[kind] |= absent;
  // Another worker may have learned of a user meanwhile. It asks the other way round.
  if (dependent_users(use) & absent) refute(Assumption::known_users);
}

void forget_reliance() {
  if (head) head->pass++;
}

}  // namespace omc
