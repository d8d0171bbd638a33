// Reader-writer locks, in the fields of glibc's pthread_rwlock_t: __readers is the number of
// readers,
// __cur_writer the slot + 1 of the writer, __flags the kind. The kind that prefers writers blocks
// readers while a writer waits.
#include "sync/rwlock.h"

#include <errno.h>

#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "threads/held_locks.h"
#include "threads/virtual_time.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

auto& fields(pthread_rwlock_t* lock) { return lock->__data; }

pthread_rwlock_t* lock_of(const Thread& thread) {
  return static_cast<pthread_rwlock_t*>(const_cast<void*>(thread.pending.object));
}

// In a field that is zero in every initialised lock, and not used here otherwise.
constexpr unsigned destroyed = ~0u;

void check_not_destroyed(pthread_rwlock_t* lock) {
  if (fields(lock).__writers == destroyed)
    found_misuse("use of a reader-writer lock that was destroyed", lock);
}

int owner_id(const Thread& thread) { return thread.slot + 1; }

bool a_writer_waits(const void* lock) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Pending& pending = w.threads[i].pending;
    if (!w.threads[i].ended && pending.op == Op::write_lock && pending.object == lock) return true;
  }
  return false;
}

bool prefers_writers(pthread_rwlock_t* lock) {
  return fields(lock).__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

bool may_read(const Thread& thread) {
  pthread_rwlock_t* lock = lock_of(thread);
  return !fields(lock).__cur_writer && !(prefers_writers(lock) && a_writer_waits(lock));
}

bool may_write(const Thread& thread) {
  auto& lock = fields(lock_of(thread));
  return !lock.__cur_writer && !lock.__readers;
}

const Thread* writer(const Thread& thread) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (owner_id(w.threads[i]) == fields(lock_of(thread)).__cur_writer) return &w.threads[i];
  return nullptr;
}

}  // namespace

const Waiting waiting_to_read{may_read, writer};
const Waiting waiting_to_write{may_write, writer};

int read_lock(pthread_rwlock_t* lock, const timespec* until) {
  if (fields(lock).__cur_writer == owner_id(current_thread())) return EDEADLK;
  if (is_invalid_time(until)) return EINVAL;
  if (until || prefers_writers(lock)) observe_lock(lock);
  bool taken = wait_until(Op::read_lock, lock, waiting_to_read, until);
  check_not_destroyed(lock);
  happened(Op::read_lock, lock, taken);
  if (!taken) return ETIMEDOUT;
  fields(lock).__readers++;
  add_held_lock(current_thread(), LockKind::rwlock, lock);
  return 0;
}

int write_lock(pthread_rwlock_t* lock, const timespec* until) {
  if (fields(lock).__cur_writer == owner_id(current_thread())) return EDEADLK;
  if (is_invalid_time(until)) return EINVAL;
  if (until || prefers_writers(lock)) observe_lock(lock);
  // A writer that has not called yet must not count as waiting.
  if (prefers_writers(lock)) point(Op::trylock, lock);
  bool taken = wait_until(Op::write_lock, lock, waiting_to_write, until);
  check_not_destroyed(lock);
  happened(Op::write_lock, lock, taken);
  if (!taken) return ETIMEDOUT;
  fields(lock).__cur_writer = owner_id(current_thread());
  add_held_lock(current_thread(), LockKind::rwlock, lock);
  return 0;
}

int try_read_lock(pthread_rwlock_t* lock) {
  observe_lock(lock);
  point(Op::trylock, lock);
  check_not_destroyed(lock);
  bool taken = !fields(lock).__cur_writer && !(prefers_writers(lock) && a_writer_waits(lock));
  happened(Op::read_lock, lock, taken);
  running_step.failed_try |= !taken;
  if (!taken) return EBUSY;
  fields(lock).__readers++;
  add_held_lock(current_thread(), LockKind::rwlock, lock);
  return 0;
}

int try_write_lock(pthread_rwlock_t* lock) {
  observe_lock(lock);
  point(Op::trylock, lock);
  check_not_destroyed(lock);
  bool taken = !fields(lock).__cur_writer && !fields(lock).__readers;
  happened(Op::write_lock, lock, taken);
  running_step.failed_try |= !taken;
  if (!taken) return EBUSY;
  fields(lock).__cur_writer = owner_id(current_thread());
  add_held_lock(current_thread(), LockKind::rwlock, lock);
  return 0;
}

int unlock_rwlock(pthread_rwlock_t* lock) {
  point(Op::unlock, lock);
  auto& state = fields(lock);
  bool mine = may_hold(current_thread(), LockKind::rwlock, lock);
  remove_held_lock(current_thread(), LockKind::rwlock, lock);
  if (!mine) found_misuse("unlock of a reader-writer lock that the thread does not hold", lock);
  bool reader = state.__cur_writer != owner_id(current_thread());
  if (!reader)
    state.__cur_writer = 0;
  else if (!state.__cur_writer && state.__readers)
    state.__readers--;
  else
    found_misuse("unlock of a reader-writer lock that the thread does not hold", lock);
  happened(Op::unlock, lock, reader);
  return 0;
}

int destroy_rwlock(pthread_rwlock_t* lock) {
  if (fields(lock).__cur_writer || fields(lock).__readers) {
    found_misuse("destruction of a locked reader-writer lock", lock);
    return EBUSY;
  }
  fields(lock).__writers = destroyed;
  return 0;
}

}  // namespace omc
