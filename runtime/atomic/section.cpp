// A thread that ends by a cancellation may do so inside, so a key of the C library releases the
// lock then. It is made when the thread first enters.
#include "atomic/section.h"

#include <pthread.h>
#include <stdlib.h>

#include <cstring>

#include "atomic/lock.h"
#include "atomic/signals.h"
#include "atomic/state.h"

using namespace omc::atomic;

namespace omc::atomic {

thread_local Section section;

namespace {

// So many hooks a thread passes while another one waits. A hand-over takes two switches of the
// kernel, so a small number is dear; a large one keeps the other thread waiting.
unsigned slice = 10'000;
pthread_key_t key;

void end_of_thread(void*) {
  if (is_inside()) omc_atomic_leave();
  if (section.is_cancelled_anywhere) look_up_no_more();
  section.ends_with_thread = false;
}

__attribute__((constructor)) void prepare() {
  pthread_key_create(&key, end_of_thread);
  const char* text = getenv("OMC_ATOMIC_SLICE");
  long value = text ? strtol(text, nullptr, 10) : 0;
  if (value > 0 && value < 1'000'000'000) slice = static_cast<unsigned>(value);
}

void begin_thread() {
  section.ends_with_thread = true;
  pthread_setspecific(key, &section);
}

}  // namespace
}  // namespace omc::atomic

extern "C" {

thread_local volatile unsigned char omc_atomic_inside = outside;

void omc_atomic_enter() {
  if (is_inside()) return;
  if (!section.ends_with_thread) begin_thread();
  omc_atomic_inside = entering;
  lock();
  section.hooks = 0;
  omc_atomic_inside = inside;
}

void omc_atomic_leave() {
  if (!is_inside()) return;
  omc_atomic_inside = leaving;
  unlock();
  omc_atomic_inside = outside;
  if (section.blocked_signals) take_signals();
}

void omc_atomic_before_call(const void* callee) {
  if (!is_inside()) return;
  // Before the first function of a page there may be nothing.
  bool has_room = (reinterpret_cast<uintptr_t>(callee) & 4095) >= sizeof(uint64_t);
  uint64_t mark = 0;
  if (has_room) memcpy(&mark, static_cast<const char*>(callee) - sizeof mark, sizeof mark);
  if (mark != OMC_ATOMIC_MARK) omc_atomic_leave();
}

void omc_atomic_after_call() {
  if (!is_inside()) omc_atomic_enter();
}

void omc_atomic_hook() {
  if (!is_inside()) return omc_atomic_enter();
  if (section.indivisible) return;
  if (section.blocked_signals || section.is_cancelled_anywhere) {
    omc_atomic_leave();
    if (section.is_cancelled_anywhere) pthread_testcancel();
    omc_atomic_enter();
  }
  if (!somebody_waits() || (++section.hooks < slice && !is_starving())) return;
  omc_atomic_inside = entering;
  hand_over();
  section.hooks = 0;
  omc_atomic_inside = inside;
}
}
