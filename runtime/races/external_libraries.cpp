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

void enter(bool may_synchronise) {
  if (!may_synchronise) return stop_at_deferred_hook(), record_visible_effect();
  point(Op::hook, nullptr);
  close_step(current_thread());
  if (!follows_clocks()) return;
  release_to(libraries_object);
  current_thread().in_library = true;
}

}  // namespace

// On its first call the OpenMP runtime registers itself in named shared memory, under the process
// id, until it exits. All schedules share that id, and not all of them exit. So this is done once,
// with anonymous memory. The weak symbol __kmpc_fork_call shows that the runtime is linked: a
// program may define omp_get_max_threads itself.
void prepare_libraries() {
  preparing = true;
  if (__kmpc_fork_call && omp_get_max_threads) omp_get_max_threads();
  preparing = false;
}

void enter_library(const char* callee) {
  if (!is_transparent(callee)) enter(may_synchronise(callee));
}
void enter_library(uintptr_t address) { enter(may_synchronise(address)); }
void enter_assembly() { enter(true); }

void begin_in_library(Thread& thread, uintptr_t entry) {
  thread.in_library = follows_clocks() && may_synchronise(entry);
}

void leave_library(Thread& thread) {
  if (!thread.in_library) return;
  acquire_from(libraries_object);
  thread.in_library = false;
}

AccessKind race_kind(AccessKind kind, const void* pc) {
  if (!is_synchronising_code(pc)) return kind;
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
