#include "atomic/output.h"

#include <errno.h>
#include <poll.h>
#include <stdio_ext.h>

#include "atomic/section.h"
#include "atomic/state.h"

using namespace omc::atomic;

extern "C" {
// The streams of libstdc++, where it is loaded.
extern const char cout __asm__("_ZSt4cout") __attribute__((weak));
extern const char cerr __asm__("_ZSt4cerr") __attribute__((weak));
extern const char clog __asm__("_ZSt4clog") __attribute__((weak));
}

namespace {

// More than a call usually writes. A pipe that is ready takes a page.
constexpr size_t room = 1024;

bool may_flush(FILE* stream) {
  return __flbf(stream) || __fpending(stream) + room >= __fbufsize(stream);
}

void wait_until_it_takes(int descriptor) {
  pollfd wanted{descriptor, POLLOUT, 0};
  int error = errno;
  if (poll(&wanted, 1, 0) == 0) {
    omc_atomic_leave();
    while (poll(&wanted, 1, -1) < 0 && errno == EINTR) {
    }
    omc_atomic_enter();
  }
  errno = error;
}

}  // namespace

extern "C" {

void omc_atomic_before_output(FILE* stream) {
  if (!is_inside() || section.output || !stream) return;
  if (ftrylockfile(stream) != 0) {
    omc_atomic_leave();
    flockfile(stream);
    omc_atomic_enter();
  }
  section.output = stream;
  int descriptor = fileno_unlocked(stream);
  if (descriptor >= 0 && may_flush(stream)) wait_until_it_takes(descriptor);
}

void omc_atomic_before_ostream(const void* stream) {
  if (stream == &cout) return omc_atomic_before_output(stdout);
  if (stream == &cerr || stream == &clog) omc_atomic_before_output(stderr);
}

void omc_atomic_after_output() {
  if (!section.output) return;
  FILE* stream = section.output;
  section.output = nullptr;
  funlockfile(stream);
}

void omc_atomic_landed() {
  omc_atomic_after_output();
  omc_atomic_after_call();
}
}
