// A word says who has the lock; a second word is what waiters sleep on. Whoever releases the lock
// wakes at most one waiter at a time (`woken`), and waiters sleep in the kernel's order of arrival.
#include "atomic/lock.h"

#include <linux/futex.h>
#include <time.h>

#include "platform/raw_syscall.h"

namespace omc::atomic {
namespace {

// The bits of the word; the rest of it counts the threads that wait.
constexpr uint32_t held = 1, woken = 2, starving = 4, waiter = 8;

alignas(64) uint32_t word;
alignas(64) uint32_t turns;  // changes with every wake-up, so that none is lost
alignas(64) uint32_t taken;  // how often the lock was taken from a wait; only its holder writes

constexpr uint64_t patience = 1'000'000, long_sleep = 20'000'000;  // nanoseconds
constexpr int spins = 64;

uint32_t now_word() { return __atomic_load_n(&word, __ATOMIC_RELAXED); }

bool change(uint32_t& from, uint32_t to) {
  return __atomic_compare_exchange_n(&word, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

uint64_t clock_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

void sleep_until_woken(uint32_t turn, uint64_t nanoseconds) {
  timespec limit{0, static_cast<long>(nanoseconds)};
  raw_syscall(SYS_futex, as_long(&turns), FUTEX_WAIT_PRIVATE, turn, as_long(&limit));
}

void wake_one() {
  uint32_t seen = now_word();
  do {
    if (seen < waiter || seen & (held | woken)) return;
  } while (!change(seen, seen | woken));
  __atomic_fetch_add(&turns, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, as_long(&turns), FUTEX_WAKE_PRIVATE, 1);
}

// Waits for a turn. With `yields` another thread has to have had one first: a thread that hands the
// lock over would else be the first to take it back.
void wait_in_line(bool yields) {
  uint32_t before = __atomic_load_n(&taken, __ATOMIC_RELAXED);
  __atomic_fetch_add(&word, waiter, __ATOMIC_RELAXED);
  look_up();
  if (yields) unlock();
  uint64_t started = clock_ns(), limit = patience;
  for (bool is_late = false;;) {
    uint32_t turn = __atomic_load_n(&turns, __ATOMIC_ACQUIRE);
    uint32_t seen = now_word();
    bool is_last = seen < 2 * waiter;
    bool may = !yields || is_last || __atomic_load_n(&taken, __ATOMIC_RELAXED) != before;
    if (!(seen & held) && may) {
      // Who is still starving says so again when it has missed this turn.
      if (change(seen, ((seen - waiter) | held) & ~starving)) break;
      continue;
    }
    // Nobody sleeps on a wake-up that another thread believes to be on its way.
    if (seen & woken) __atomic_fetch_and(&word, ~woken, __ATOMIC_RELAXED);
    sleep_until_woken(turn, limit);
    is_late = is_late || clock_ns() - started >= patience;
    if (!is_late) continue;
    limit = long_sleep;
    if (now_word() & held) __atomic_fetch_or(&word, starving, __ATOMIC_RELAXED);
  }
  look_up_no_more();
  __atomic_store_n(&taken, taken + 1, __ATOMIC_RELAXED);
}

}  // namespace

void lock() {
  uint32_t seen = 0;
  if (change(seen, held)) return;
  for (int i = 0; i < spins; i++) {
    if (!(seen & (held | starving)) && change(seen, seen | held)) return;
    __builtin_ia32_pause();
    seen = now_word();
  }
  wait_in_line(false);
}

void unlock() {
  uint32_t before = __atomic_fetch_and(&word, ~held, __ATOMIC_RELEASE);
  if (before >= waiter && !(before & woken)) wake_one();
}

void hand_over() {
  __atomic_fetch_or(&word, starving, __ATOMIC_RELAXED);
  wait_in_line(true);
}

bool somebody_waits() { return now_word() >= waiter; }
bool is_starving() { return now_word() & starving; }

void forget_waiters(bool is_held) {
  __atomic_store_n(&word, is_held ? held : 0, __ATOMIC_RELAXED);
  omc_atomic_waiting = 0;
}

void look_up() { __atomic_fetch_add(&omc_atomic_waiting, 1, __ATOMIC_SEQ_CST); }
void look_up_no_more() { __atomic_fetch_sub(&omc_atomic_waiting, 1, __ATOMIC_SEQ_CST); }

}  // namespace omc::atomic

extern "C" {
alignas(64) volatile unsigned omc_atomic_waiting = 0;
}
