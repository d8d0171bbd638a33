#include "threads/held_locks.h"

#include "world/thread.h"

namespace omc {
namespace {

// A custom lock may be a single byte at any address, so the kind needs bits of its own.
constexpr unsigned kind_bits = 3;

const void* tagged(LockKind kind, const void* lock) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(lock) << kind_bits |
                                       static_cast<uintptr_t>(kind));
}

unsigned recorded_count(const Thread& thread) {
  return thread.held_lock_count < max_held_locks ? thread.held_lock_count : max_held_locks;
}

int find(const Thread& thread, const void* entry) {
  for (int i = static_cast<int>(recorded_count(thread)); i-- > 0;)
    if (thread.held_locks[i] == entry) return i;
  return -1;
}

}  // namespace

void add_held_lock(Thread& thread, LockKind kind, const void* lock) {
  if (thread.held_lock_count < max_held_locks)
    thread.held_locks[thread.held_lock_count] = tagged(kind, lock);
  thread.held_lock_count++;
}

void remove_held_lock(Thread& thread, LockKind kind, const void* lock) {
  int i = find(thread, tagged(kind, lock));
  if (i < 0 && thread.held_lock_count <= max_held_locks) return;
  if (i >= 0) {
    for (unsigned k = static_cast<unsigned>(i); k + 1 < max_held_locks; k++)
      thread.held_locks[k] = thread.held_locks[k + 1];
    thread.held_locks[max_held_locks - 1] = nullptr;
  }
  thread.held_lock_count--;
}

bool may_hold(const Thread& thread, LockKind kind, const void* lock) {
  return find(thread, tagged(kind, lock)) >= 0 || thread.held_lock_count > max_held_locks;
}

bool surely_holds(const Thread& thread, LockKind kind, const void* lock) {
  return find(thread, tagged(kind, lock)) >= 0;
}

unsigned held_lock_count(const Thread& thread) { return recorded_count(thread); }

HeldLock held_lock(const Thread& thread, unsigned i) {
  auto entry = reinterpret_cast<uintptr_t>(thread.held_locks[i]);
  return {static_cast<LockKind>(entry & ((1 << kind_bits) - 1)),
          reinterpret_cast<void*>(entry >> kind_bits)};
}

}  // namespace omc
