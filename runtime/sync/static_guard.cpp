// Guards of static local variables (Itanium C++ ABI). Compiled code loads the first byte of the
// guard with acquire, and calls these functions if it is not set. The first caller initialises, and
// others wait. The bits are those of libstdc++.
#include <linux/futex.h>
#include <stdint.h>

#include <climits>

#include "platform/raw_syscall.h"
#include "races/happens_before.h"
#include "sync/futex.h"
#include "world/current.h"
#include "world/uses.h"

using namespace omc;

namespace {

constexpr int done = 1, running = 0x100, awaited = 0x10000;

void wait(int* word, int expected) {
  if (entered())
    futex_wait(word, expected, nullptr);
  else
    raw_syscall(SYS_futex, as_long(word), FUTEX_WAIT_PRIVATE, expected, 0);
}

void set(int* word, int value) {
  int before = __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
  if (!(before & awaited)) return;
  if (entered())
    futex_wake(word, INT_MAX);
  else
    raw_syscall(SYS_futex, as_long(word), FUTEX_WAKE_PRIVATE, INT_MAX);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int __cxa_guard_acquire(uint64_t* guard) {
  if (entered()) use_memory(guard, sizeof *guard, true);
  auto* word = reinterpret_cast<int*>(guard);
  for (;;) {
    int now = 0;
    if (__atomic_compare_exchange_n(word, &now, running, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return 1;
    if (now & done) {
      if (entered()) acquire_from(guard);
      return 0;
    }
    int waiting = now | awaited;
    if (__atomic_compare_exchange_n(word, &now, waiting, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      wait(word, waiting);
  }
}

void __cxa_guard_release(uint64_t* guard) {
  if (entered()) use_memory(guard, sizeof *guard, true);
  if (entered()) release_to(guard);
  set(reinterpret_cast<int*>(guard), done);
}

void __cxa_guard_abort(uint64_t* guard) {
  if (entered()) use_memory(guard, sizeof *guard, true);
  set(reinterpret_cast<int*>(guard), 0);
}

}  // extern "C"
