// POSIX semaphores. As in glibc, the first word of a sem_t is its value, and the third says whether
// processes share it.
#include "sync/posix_semaphore.h"

#include <errno.h>
#include <limits.h>

#include "races/happens_before.h"
#include "threads/cancel.h"
#include "threads/virtual_time.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

unsigned& value_of(sem_t* semaphore) { return *reinterpret_cast<unsigned*>(semaphore); }

// In a word that sem_init always writes.
constexpr unsigned destroyed = ~0u;
unsigned& life_of(sem_t* semaphore) { return (&value_of(semaphore))[2]; }

void check_not_destroyed(sem_t* semaphore) {
  if (life_of(semaphore) == destroyed)
    found_misuse("use of a semaphore that was destroyed", semaphore);
}

bool is_positive(const Thread& thread) {
  return *static_cast<const unsigned*>(thread.pending.object) > 0;
}

}  // namespace

const Waiting waiting_for_semaphore{is_positive};

int wait_for_semaphore(sem_t* semaphore, const timespec* until) {
  if (is_invalid_time(until) && !value_of(semaphore)) return EINVAL;
  cancellation_point();
  bool taken = wait_until({Op::sem_wait, until != nullptr, false, 1, semaphore, 0,
                           Interrupt::unless_restarted, true, &waiting_for_semaphore},
                          until);
  if (!taken && was_interrupted()) return EINTR;
  check_not_destroyed(semaphore);
  happened(Op::sem_wait, semaphore, taken);
  if (!taken) return ETIMEDOUT;
  value_of(semaphore)--;
  return 0;
}

int try_semaphore(sem_t* semaphore) {
  point(Op::trylock, semaphore);
  check_not_destroyed(semaphore);
  bool taken = value_of(semaphore) > 0;
  happened(Op::sem_wait, semaphore, taken);
  if (!taken) return EAGAIN;
  value_of(semaphore)--;
  return 0;
}

// In POSIX this does not synchronise. As in ThreadSanitizer, it acquires what was released by
// posts.
int read_semaphore(sem_t* semaphore) {
  point(Op::trylock, semaphore);
  check_not_destroyed(semaphore);
  acquire_from(semaphore);
  return static_cast<int>(value_of(semaphore));
}

int destroy_semaphore(sem_t* semaphore) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& thread = world().threads[i];
    if (!thread.ended && thread.pending.op == Op::sem_wait && thread.pending.object == semaphore)
      found_misuse("destruction of a semaphore that a thread waits for", semaphore);
  }
  life_of(semaphore) = destroyed;
  return 0;
}

int post_semaphore(sem_t* semaphore) {
  point(Op::sem_post, semaphore);
  check_not_destroyed(semaphore);
  if (value_of(semaphore) == SEM_VALUE_MAX) return EOVERFLOW;
  value_of(semaphore)++;
  happened(Op::sem_post, semaphore);
  return 0;
}

}  // namespace omc
