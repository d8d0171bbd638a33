// The paper's semaphores: numbered, up or down. down(i) lowers s_i and never waits. up(i) raises
// it, and first waits until it is down.
#include "sync/paper_semaphore.h"

#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

bool is_down(const Thread& thread) { return !world().semaphores.up[thread.pending.value]; }

}  // namespace

const Waiting waiting_to_raise{is_down};

void set_semaphore(unsigned i, bool up) { world().semaphores.up[i] = up; }

void raise_semaphore(unsigned i) {
  point(Op::sem_up, nullptr, i, waiting_to_raise);
  world().semaphores.up[i] = true;
  happened(Op::sem_up, reinterpret_cast<void*>(uintptr_t{i}));
}

void lower_semaphore(unsigned i) {
  point(Op::sem_down, nullptr, i);
  world().semaphores.up[i] = false;
  happened(Op::sem_down, reinterpret_cast<void*>(uintptr_t{i}));
}

}  // namespace omc
