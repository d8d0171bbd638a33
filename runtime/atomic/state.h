// What the library knows of the calling thread: whether it has the lock, and what it has put off.
#pragma once

#include <csignal>
#include <cstdint>

#include "omc/atomic.h"

#pragma GCC visibility push(default)
extern "C" {
// Functions that can be called from code without hooks enter when this is zero (omc-atomic.so).
extern thread_local volatile unsigned char omc_atomic_inside __asm__(
    __omc_atomic_name("omc_atomic_inside")) __attribute__((tls_model("initial-exec")));
}
#pragma GCC visibility pop

namespace omc::atomic {

// `entering` and `leaving` stand for inside where a signal handler asks.
enum Position : unsigned char { outside = 0, inside = 1, entering = 2, leaving = 3 };

// A signal that was put off.
struct PutOff {
  volatile int signal;  // 0: none
  siginfo_t info;
};

struct Section {                      // of the calling thread
  volatile uint64_t blocked_signals;  // that arrived inside and are blocked (atomic/signals.h)
  PutOff put_off[8];                  //
  bool is_cancelled_anywhere;         // its cancellation type is asynchronous
  bool ends_with_thread;              // the lock is released when the thread ends
  unsigned indivisible;               // omc_atomic_begin
  unsigned hooks;                     // passed since it took the lock while others waited
  struct _IO_FILE* output;            // that is locked around a call (atomic/output.h)
};
extern thread_local Section section __attribute__((tls_model("initial-exec")));

// Whether the thread has the lock, or is about to have it.
inline bool is_inside() { return omc_atomic_inside != outside; }

}  // namespace omc::atomic
