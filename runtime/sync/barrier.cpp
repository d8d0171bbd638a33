// Barriers, in the words of glibc's pthread_barrier_t: how many threads have arrived in this round,
// and how many are needed. The thread that completes a round releases the others, who do not access
// the barrier again: it may be destroyed at once.
#include "sync/barrier.h"

#include <errno.h>

#include "races/happens_before.h"
#include "threads/waiting.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

struct Words {
  unsigned arrived, round, needed;
};

Words& words_of(pthread_barrier_t* barrier) { return *reinterpret_cast<Words*>(barrier); }

bool may_leave(const Thread& thread) { return thread.pending.value; }

void release_waiters(const void* barrier) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    Thread& thread = world().threads[i];
    Pending* wait = find_wait(thread, Op::barrier, barrier);
    if (!wait || wait->value) continue;
    wait->value = true;
    acquire_from(barrier, thread);
  }
}

}  // namespace

const Waiting waiting_at_barrier{may_leave};

int wait_at_barrier(pthread_barrier_t* barrier) {
  point(Op::trylock, barrier);
  Words& words = words_of(barrier);
  if (!words.needed)
    found_misuse("use of a barrier that was destroyed or never initialised", barrier);
  bool last = ++words.arrived == words.needed;
  happened(Op::barrier, barrier, last);
  if (last) {
    words.arrived = 0;
    release_waiters(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  yield({Op::barrier, false, false, 1, barrier, false, Interrupt::never, 0, &waiting_at_barrier});
  return 0;
}

int destroy_barrier(pthread_barrier_t* barrier) {
  if (words_of(barrier).arrived) {
    found_misuse("destruction of a barrier that threads wait at", barrier);
    return EBUSY;
  }
  words_of(barrier).needed = 0;
  return 0;
}

}  // namespace omc
