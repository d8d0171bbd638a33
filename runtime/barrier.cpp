// Barriers, in the words of glibc's pthread_barrier_t: how many have come in this round, the round, how many it takes.
#include <errno.h>

#include "bug.h"
#include "order.h"
#include "primitives.h"
#include "trace.h"

namespace omc {
namespace {

struct Words {
  unsigned arrived, round, needed;
};

Words& words_of(pthread_barrier_t* barrier) { return *reinterpret_cast<Words*>(barrier); }

bool round_is_over(const Thread& thread) {
  return static_cast<const Words*>(thread.pending.object)->round != thread.pending.value;
}

}  // namespace

const Waiting waiting_at_barrier{round_is_over};

int wait_at_barrier(pthread_barrier_t* barrier) {
  point(Op::trylock, barrier);
  Words& words = words_of(barrier);
  unsigned round = words.round;
  bool last = ++words.arrived == words.needed;
  trace(Op::barrier, barrier, last);
  if (last) {
    words.arrived = 0;
    words.round++;
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  yield({Op::barrier, false, false, 1, barrier, round});
  acquire_order(barrier);
  return 0;
}

int destroy_barrier(pthread_barrier_t* barrier) {
  if (!words_of(barrier).arrived) return 0;
  found_misuse("destruction of a barrier that threads wait at", barrier);
  return EBUSY;
}

}  // namespace omc
