// POSIX semaphores. As in glibc, the first word of a sem_t is its value.
#include <errno.h>
#include <limits.h>

#include "primitives.h"
#include "trace.h"

namespace omc {
namespace {

unsigned& value_of(sem_t* semaphore) { return *reinterpret_cast<unsigned*>(semaphore); }

bool is_positive(const Thread& thread) { return *static_cast<const unsigned*>(thread.pending.object) > 0; }

}  // namespace

const Waiting waiting_for_semaphore{is_positive};

int wait_for_semaphore(sem_t* semaphore, const timespec* until) {
  bool taken = wait_until(Op::sem_wait, semaphore, 0, until);
  trace(Op::sem_wait, semaphore, taken);
  if (!taken) return ETIMEDOUT;
  value_of(semaphore)--;
  return 0;
}

int try_semaphore(sem_t* semaphore) {
  point(Op::trylock, semaphore);
  bool taken = value_of(semaphore) > 0;
  trace(Op::sem_wait, semaphore, taken);
  if (!taken) return EAGAIN;
  value_of(semaphore)--;
  return 0;
}

int post_semaphore(sem_t* semaphore) {
  point(Op::sem_post, semaphore);
  if (value_of(semaphore) == SEM_VALUE_MAX) return EOVERFLOW;
  value_of(semaphore)++;
  trace(Op::sem_post, semaphore);
  return 0;
}

}  // namespace omc
