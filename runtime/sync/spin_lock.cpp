// Spin locks. A thread that would spin waits. As in glibc on x86-64, 1 is free.
#include "sync/spin_lock.h"

#include <errno.h>

#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "threads/held_locks.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"

namespace omc {
namespace {

constexpr int free_word = 1, taken_word = 0;

bool is_free(const Thread& thread) {
  return *static_cast<const pthread_spinlock_t*>(thread.pending.object) == free_word;
}

}  // namespace

const Waiting waiting_to_spin{is_free};

int lock_spin(pthread_spinlock_t* lock) {
  point(Op::spin_lock, const_cast<const int*>(lock), 0, waiting_to_spin);
  *lock = taken_word;
  add_held_lock(current_thread(), LockKind::spin, const_cast<const int*>(lock));
  happened(Op::lock, const_cast<const int*>(lock));
  return 0;
}

int try_lock_spin(pthread_spinlock_t* lock) {
  observe_lock(const_cast<const int*>(lock));
  point(Op::trylock, const_cast<const int*>(lock));
  bool taken = *lock == free_word;
  happened(Op::trylock, const_cast<const int*>(lock), taken);
  running_step.failed_try |= !taken;
  if (!taken) return EBUSY;
  *lock = taken_word;
  add_held_lock(current_thread(), LockKind::spin, const_cast<const int*>(lock));
  return 0;
}

int unlock_spin(pthread_spinlock_t* lock) {
  point(Op::unlock, const_cast<const int*>(lock));
  if (!may_hold(current_thread(), LockKind::spin, const_cast<const int*>(lock)))
    found_misuse("unlock of a spin lock that the thread does not hold",
                 const_cast<const int*>(lock));
  remove_held_lock(current_thread(), LockKind::spin, const_cast<const int*>(lock));
  *lock = free_word;
  happened(Op::unlock, const_cast<const int*>(lock));
  return 0;
}

}  // namespace omc
