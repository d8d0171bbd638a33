#include "races/external_libraries.h"

#include <sys/mman.h>

#include "platform/next_definition.h"
#include "races/happens_before.h"
#include "races/running_step.h"
#include "sharing/instrumented_code.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"

extern "C" {
[[gnu::weak]] int omp_get_max_threads();
[[gnu::weak]] void __kmpc_fork_call(void*, int, void (*)(int*, int*, ...), ...);
}

namespace omc {
namespace {

bool preparing;

void enter(bool may_order) {
  if (!may_order) return stop_at_deferred_hook(), note_unseen();
  point(Op::hook, nullptr);
  close_step(current_thread());
  if (!follows_clocks()) return;
  release_order(of_libraries);
  current_thread().in_library = true;
}

}  // namespace

// That of OpenMP, when it is first called, registers its process in shared memory, under the
// process's number, which here all schedules have, and until it exits, which not all do: so this is
// done once, under no name. A program without that library may have a function of the name, which
// must not be called before the program begins.
void prepare_libraries() {
  preparing = true;
  if (__kmpc_fork_call && omp_get_max_threads) omp_get_max_threads();
  preparing = false;
}

void enter_library(const char* callee) { enter(may_order(callee)); }
void enter_library(uintptr_t address) { enter(may_order(address)); }
void enter_assembly() { enter(true); }

void begin_in_library(Thread& thread, uintptr_t entry) {
  thread.in_library = follows_clocks() && may_order(entry);
}

void leave_library(Thread& thread) {
  if (!thread.in_library) return;
  acquire_order(of_libraries);
  thread.in_library = false;
}

AccessKind as_seen(AccessKind kind, const void* pc) {
  if (!may_order_itself(pc)) return kind;
  return is_write(kind) ? AccessKind::atomic_write : AccessKind::atomic_read;
}

void check_allocator(uintptr_t failed_at) {
  if (!is_of_allocator(failed_at)) return;
  stop_incomplete(Incomplete::allocator,
                  "the program calls it by other names than malloc, free and their like");
  leave(Stop::limit);
}

}  // namespace omc

#pragma GCC visibility push(default)
extern "C" int shm_open(const char* name, int flags, mode_t mode) {
  return omc::preparing ? memfd_create(name, MFD_CLOEXEC) : REAL(shm_open)(name, flags, mode);
}
