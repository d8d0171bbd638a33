// Mutexes. The fields of glibc's pthread_mutex_t are used as the C library uses them, so static
// initialisers and attributes keep their meaning. __lock is whether it is held, __owner the slot +
// 1 of the holder, __count how often it is locked, __kind its type. The upper bits of __lock are
// the priority ceiling of a mutex that has one.
#include "sync/mutex.h"

#include <errno.h>

#include "races/happens_before.h"
#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "sync/spurious.h"
#include "threads/held_locks.h"
#include "threads/virtual_time.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

enum Type {
  normal = PTHREAD_MUTEX_NORMAL,
  recursive = PTHREAD_MUTEX_RECURSIVE,
  errorcheck = PTHREAD_MUTEX_ERRORCHECK
};

auto& fields(pthread_mutex_t* mutex) { return mutex->__data; }
auto& fields(const pthread_mutex_t* mutex) { return mutex->__data; }

// An adaptive mutex is a normal one. The other bits are robust, priority protocol, process-shared.
Type type_of(const pthread_mutex_t* mutex) {
  int kind = fields(mutex).__kind & 3;
  return kind == PTHREAD_MUTEX_ADAPTIVE_NP ? normal : static_cast<Type>(kind);
}

constexpr int ceiling_bits = -(1 << 19), priority_protect = 64;

int ceiling_of(const pthread_mutex_t* mutex) {
  return fields(mutex).__kind & priority_protect ? fields(mutex).__lock & ceiling_bits : 0;
}

bool is_locked(const pthread_mutex_t* mutex) { return fields(mutex).__lock != ceiling_of(mutex); }

// The mark of the C library.
constexpr int destroyed = -1;

void check_not_destroyed(const pthread_mutex_t* mutex) {
  if (fields(mutex).__kind == destroyed) found_misuse("use of a mutex that was destroyed", mutex);
}

int owner_id(const Thread& thread) { return thread.slot + 1; }

const pthread_mutex_t* mutex_of(const Thread& thread) {
  return static_cast<const pthread_mutex_t*>(thread.pending.object);
}

bool is_free(const Thread& thread) {
  bool mine = thread.pending.op == Op::relock && holds_mutex(mutex_of(thread), thread);
  return !is_locked(mutex_of(thread)) || mine;
}

const Thread* holder_of(const pthread_mutex_t* mutex) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (holds_mutex(mutex, w.threads[i])) return &w.threads[i];
  return nullptr;
}

const Thread* holder(const Thread& thread) { return holder_of(mutex_of(thread)); }

// The next holder of a robust mutex whose owner died gets EOWNERDEAD, and may make it consistent.
constexpr int owner_dead = 0x7fffffff, not_recoverable = 0x7ffffffe;
constexpr int robust = 16;

bool is_robust(const pthread_mutex_t* mutex) { return fields(mutex).__kind & robust; }
bool& is_inconsistent(pthread_mutex_t* mutex) {
  return reinterpret_cast<bool&>(fields(mutex).__spins);
}

// 0 or EOWNERDEAD; ENOTRECOVERABLE when the mutex was not acquired.
int take(pthread_mutex_t* mutex, unsigned count) {
  if (fields(mutex).__owner == not_recoverable) return ENOTRECOVERABLE;
  bool inconsistent = fields(mutex).__owner == owner_dead;
  if (inconsistent) is_inconsistent(mutex) = true;
  fields(mutex).__lock = ceiling_of(mutex) | 1;
  fields(mutex).__owner = owner_id(current_thread());
  fields(mutex).__count = count;
  fields(mutex).__nusers = 1;
  add_held_lock(current_thread(), LockKind::mutex, mutex);
  return inconsistent ? EOWNERDEAD : 0;
}

void release(pthread_mutex_t* mutex) {
  if (const Thread* holder = holder_of(mutex))
    remove_held_lock(*const_cast<Thread*>(holder), LockKind::mutex, mutex);
  fields(mutex).__lock = ceiling_of(mutex);
  fields(mutex).__owner = is_inconsistent(mutex) ? not_recoverable : 0;
  fields(mutex).__count = 0;
  fields(mutex).__nusers = 0;
  is_inconsistent(mutex) = false;
}

}  // namespace

const Waiting waiting_to_lock{is_free, holder};

bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread) {
  return is_locked(mutex) && fields(mutex).__owner == owner_id(thread);
}

int lock_mutex(pthread_mutex_t* mutex, const timespec* until) {
  check_not_destroyed(mutex);
  if (until || is_robust(mutex)) observe_lock(mutex);
  if (holds_mutex(mutex, current_thread())) {
    if (type_of(mutex) == recursive) return fields(mutex).__count++, 0;
    if (type_of(mutex) == errorcheck) return EDEADLK;
  }
  if (is_invalid_time(until) && is_locked(mutex)) return EINVAL;
  if (!wait_until(Op::lock, mutex, waiting_to_lock, until))
    return refute(Assumption::strong_orders), running_step.failed_try = true, ETIMEDOUT;
  int result = take(mutex, 1);
  if (result != ENOTRECOVERABLE) happened(Op::lock, mutex);
  return result;
}

int try_lock_mutex(pthread_mutex_t* mutex) {
  if (fails_spuriously(mutex)) return EBUSY;
  observe_lock(mutex);
  point(Op::trylock, mutex);
  check_not_destroyed(mutex);
  bool mine = holds_mutex(mutex, current_thread()) && type_of(mutex) == recursive;
  bool taken = !is_locked(mutex);
  if (mine) return fields(mutex).__count++, 0;
  happened(Op::trylock, mutex, taken);
  running_step.failed_try |= !taken;
  return taken ? take(mutex, 1) : EBUSY;
}

int unlock_mutex(pthread_mutex_t* mutex) {
  point(Op::unlock, mutex);
  if (!holds_mutex(mutex, current_thread())) {
    if (type_of(mutex) == normal && !is_robust(mutex)) {
      found_misuse(is_locked(mutex) ? "unlock of a mutex that another thread holds"
                                    : "unlock of a mutex that is not locked",
                   mutex);
      // Where misuse is not checked, do as the C library does.
      release(mutex);
      return 0;
    }
    return EPERM;
  }
  if (type_of(mutex) == recursive && --fields(mutex).__count > 0) return 0;
  release(mutex);
  current_thread().just_released = mutex;
  happened(Op::unlock, mutex);
  return 0;
}

int destroy_mutex(pthread_mutex_t* mutex) {
  if (is_locked(mutex)) {
    found_misuse("destruction of a locked mutex", mutex);
    return EBUSY;
  }
  fields(mutex).__kind = destroyed;
  return 0;
}

void release_for_wait(pthread_mutex_t* mutex) {
  // One level, as in an unlock: a wait does not release a mutex that was locked twice.
  if (type_of(mutex) == recursive && fields(mutex).__count > 1)
    fields(mutex).__count--;
  else
    release(mutex);
}

int take_after_wait(pthread_mutex_t* mutex) {
  if (!holds_mutex(mutex, current_thread())) return take(mutex, 1);
  fields(mutex).__count++;
  return 0;
}

int make_consistent(pthread_mutex_t* mutex) {
  if (!is_robust(mutex) || !is_inconsistent(mutex) || !holds_mutex(mutex, current_thread()))
    return EINVAL;
  is_inconsistent(mutex) = false;
  return 0;
}

bool abandon_mutex(pthread_mutex_t* mutex, const Thread& thread) {
  if (!holds_mutex(mutex, thread)) return false;
  if (!is_robust(mutex)) return true;
  release(mutex);
  release_to(mutex);
  fields(mutex).__owner = owner_dead;
  return false;
}

}  // namespace omc
