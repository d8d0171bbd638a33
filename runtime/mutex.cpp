// Mutexes. The fields of glibc's pthread_mutex_t are used as the C library uses them, so that static
// initialisers and attributes mean what they mean: __lock says held, __owner who (slot + 1), __count how often,
// __kind which type.
#include <errno.h>

#include "bug.h"
#include "primitives.h"
#include "trace.h"

namespace omc {
namespace {

enum Type { normal = PTHREAD_MUTEX_NORMAL, recursive = PTHREAD_MUTEX_RECURSIVE, errorcheck = PTHREAD_MUTEX_ERRORCHECK };

auto& fields(pthread_mutex_t* mutex) { return mutex->__data; }
auto& fields(const pthread_mutex_t* mutex) { return mutex->__data; }

// Adaptive mutexes are normal ones; the other bits are robustness, priorities, process-shared.
Type type_of(const pthread_mutex_t* mutex) {
  int kind = fields(mutex).__kind & 3;
  return kind == PTHREAD_MUTEX_ADAPTIVE_NP ? normal : static_cast<Type>(kind);
}

int me(const Thread& thread) { return thread.slot + 1; }

const pthread_mutex_t* mutex_of(const Thread& thread) {
  return static_cast<const pthread_mutex_t*>(thread.pending.object);
}

bool is_free(const Thread& thread) { return !fields(mutex_of(thread)).__lock; }

const Thread* holder(const Thread& thread) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (holds_mutex(mutex_of(thread), w.threads[i])) return &w.threads[i];
  return nullptr;
}

void take(pthread_mutex_t* mutex, unsigned count) {
  fields(mutex).__lock = 1;
  fields(mutex).__owner = me(self());
  fields(mutex).__count = count;
  fields(mutex).__nusers = 1;
}

void release(pthread_mutex_t* mutex) {
  fields(mutex).__lock = 0;
  fields(mutex).__owner = 0;
  fields(mutex).__count = 0;
  fields(mutex).__nusers = 0;
}

}  // namespace

const Waiting waiting_to_lock{is_free, holder};

bool holds_mutex(const pthread_mutex_t* mutex, const Thread& thread) {
  return fields(mutex).__lock && fields(mutex).__owner == me(thread);
}

int lock_mutex(pthread_mutex_t* mutex, const timespec* until) {
  if (holds_mutex(mutex, self())) {
    if (type_of(mutex) == recursive) return fields(mutex).__count++, 0;
    if (type_of(mutex) == errorcheck) return EDEADLK;
  }
  if (!wait_until(Op::lock, mutex, 0, until)) return ETIMEDOUT;
  take(mutex, 1);
  trace(Op::lock, mutex);
  return 0;
}

int try_lock_mutex(pthread_mutex_t* mutex) {
  point(Op::trylock, mutex);
  bool mine = holds_mutex(mutex, self()) && type_of(mutex) == recursive;
  bool taken = mine || !fields(mutex).__lock;
  trace(Op::trylock, mutex, taken);
  if (!taken) return EBUSY;
  if (mine) fields(mutex).__count++;
  else take(mutex, 1);
  return 0;
}

int unlock_mutex(pthread_mutex_t* mutex) {
  point(Op::unlock, mutex);
  if (!holds_mutex(mutex, self())) {
    if (type_of(mutex) == normal) {
      found_misuse(fields(mutex).__lock ? "unlock of a mutex that another thread holds"
                                        : "unlock of a mutex that is not locked", mutex);
      // Not checked for: what the C library does.
      release(mutex);
      return 0;
    }
    return EPERM;
  }
  if (type_of(mutex) == recursive && --fields(mutex).__count > 0) return 0;
  release(mutex);
  trace(Op::unlock, mutex);
  return 0;
}

int destroy_mutex(pthread_mutex_t* mutex) {
  if (fields(mutex).__lock) {
    found_misuse("destruction of a locked mutex", mutex);
    return EBUSY;
  }
  return 0;
}

HeldMutex release_for_wait(pthread_mutex_t* mutex) {
  HeldMutex held{fields(mutex).__count};
  release(mutex);
  return held;
}

void take_after_wait(pthread_mutex_t* mutex, HeldMutex held) { take(mutex, held.count); }

}  // namespace omc
