// Futexes, which the C++ library uses for std::atomic::wait, latches, semaphores, barriers and the
// initialisation of static variables. The waiters are found in the threads.
#include "sync/futex.h"

#include <errno.h>

#include "races/memory_model/weak_atomics.h"
#include "races/running_step.h"
#include "steps/reduction.h"
#include "threads/virtual_time.h"
#include "threads/waiting.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {
namespace {

bool never(const Thread&) { return false; }

unsigned count_waiters(const void* word) {
  unsigned n = 0;
  for (unsigned i = 0; i < world().thread_count; i++)
    n += find_wait(world().threads[i], Op::futex_wait, word) != nullptr;
  return n;
}

// A wake-up of one thread may wake any of the waiters.
unsigned ways_to_wake(const Thread& thread) {
  unsigned waiters = count_waiters(thread.pending.object);
  return thread.pending.value == 1 && waiters ? waiters : 1;
}

bool wake(const void* word, unsigned which) {
  for (unsigned i = 0; i < world().thread_count; i++) {
    Thread& thread = world().threads[i];
    Pending* wait = find_wait(thread, Op::futex_wait, word);
    if (!wait || which--) continue;
    *wait = {};
    if (wait == &thread.pending) thread.woken = true;
    return true;
  }
  return false;
}

}  // namespace

const Waiting waiting_on_futex{never};
const Waiting waiting_to_wake{nullptr, nullptr, ways_to_wake};

long futex_wait(const int* word, int expected, const timespec* until) {
  point(Op::trylock, word);
  read_in_kernel(word, sizeof *word);
  if (*static_cast<const volatile int*>(word) != expected) return -EAGAIN;
  happened(Op::futex_wait, word);
  Thread& thread = current_thread();
  yield({Op::futex_wait, until != nullptr, false, 1, word, 0, Interrupt::never, 0,
         &waiting_on_futex});
  bool woken = thread.woken;
  if (!woken) use_memory(word, sizeof *word, true);
  thread.woken = false;
  if (!woken) advance_time(until), record_visible_effect();
  return woken ? 0 : -ETIMEDOUT;
}

long futex_wake(const int* word, int most) {
  unsigned which = point(Op::futex_wake, word, static_cast<uint64_t>(most), waiting_to_wake);
  long n = 0;
  while (n < most && wake(word, n ? 0 : which)) n++;
  happened(Op::futex_wake, word, static_cast<uint64_t>(n));
  return n;
}

}  // namespace omc
