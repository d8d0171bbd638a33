// pthread_once: the first caller runs the routine, and others wait for it. As in glibc, 0 is not
// yet, 1 running, 2 done. An exception resets it to not yet, and propagates (sync/once_call.c).
#include "sync/once.h"

#include "races/happens_before.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"

extern "C" void omc_run_once(int* control, void (*routine)());

namespace omc {
namespace {

enum { not_yet = 0, running = 1, done = 2 };

bool is_not_running(const Thread& thread) {
  return *static_cast<const int*>(thread.pending.object) != running;
}

}  // namespace

const Waiting waiting_for_once{is_not_running};

int call_once(pthread_once_t* once, void (*routine)()) {
  point(Op::once, once, 0, waiting_for_once);
  acquire_from(once);
  if (*once == done) return 0;
  happened(Op::once, once, 1);
  *once = running;
  omc_run_once(once, routine);
  *once = done;
  release_to(once);
  return 0;
}

}  // namespace omc
