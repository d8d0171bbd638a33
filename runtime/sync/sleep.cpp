#include "sync/sleep.h"

#include <errno.h>

#include "races/running_step.h"
#include "steps/reduction.h"
#include "threads/cancel.h"
#include "threads/virtual_time.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

long sleep_for(const timespec* duration, timespec* left) {
  if (!duration) return point(Op::hook, nullptr), 0;
  if (duration->tv_nsec < 0 || duration->tv_nsec >= 1'000'000'000) return -EINVAL;
  cancellation_point();
  Pending pending{Op::sleep, true, false, 1, nullptr, 0, Interrupt::always, true};
  // Only a signal handler can observe whether a thread sleeps or is about to.
  if (world().signals.actions_digest == Digest{})
    point(pending);
  else
    yield(pending), record_visible_effect();
  if (was_interrupted()) {
    if (left) *left = *duration;
    return -EINTR;
  }
  advance_time(duration);
  happened(Op::sleep, nullptr,
           static_cast<uint64_t>(duration->tv_sec) * 1'000'000'000u +
               static_cast<uint64_t>(duration->tv_nsec));
  return 0;
}

}  // namespace omc
