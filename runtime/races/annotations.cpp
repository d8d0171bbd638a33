// Annotations for race detectors, with the interfaces of ThreadSanitizer and Valgrind: user-defined
// locks, happens-before edges, ignored accesses, benign races. An annotated lock appears in reports
// as any other. A thread holds it while it is on the thread's list (threads/held_locks.h); libomc
// stores nothing in the lock itself.
#include <pthread.h>

#include "races/happens_before.h"
#include "sharing/private_cache.h"
#include "threads/held_locks.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/thread.h"
#include "world/world.h"

using namespace omc;

namespace {

void annotate_acquire(const volatile void* p) {
  if (entered()) acquire_from(annotated(const_cast<const void*>(p)));
}
void annotate_release(const volatile void* p) {
  if (entered()) release_to(annotated(const_cast<const void*>(p)));
}

void ignore_accesses() {
  if (entered()) refute(Assumption::whole_sections), current_thread().ignores_accesses++;
}
void stop_ignoring_accesses() {
  if (entered() && current_thread().ignores_accesses) current_thread().ignores_accesses--;
}

// ---- Locks ----

// From sanitizer/tsan_interface.h, which not every compiler provides.
enum : unsigned {
  linker_init = 1 << 0,
  read_lock = 1 << 3,
  try_lock_failed = 1 << 5,
  recursive_lock = 1 << 6,
  recursive_unlock = 1 << 7
};

bool is_held(const Thread& thread, const void* lock, bool for_writing) {
  if (thread.ended) return false;
  return surely_holds(thread, LockKind::annotated, lock) ||
         (!for_writing && surely_holds(thread, LockKind::annotated_for_reading, lock));
}

// In a mode that excludes the current thread.
bool is_held_by_another(const void* lock, bool reading) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (&w.threads[i] != w.current && is_held(w.threads[i], lock, reading)) return true;
  return false;
}

void annotate_lock(const void* lock, Op op) {
  if (!entered()) return;
  bool reading = op == Op::read_lock;
  if (is_held_by_another(lock, reading))
    record_misuse("a lock is taken that another thread holds", lock);
  add_held_lock(current_thread(), reading ? LockKind::annotated_for_reading : LockKind::annotated,
                lock);
  happened_unordered(op, lock, op != Op::lock);
  acquire_from(annotated(lock));
  if (!reading) acquire_from(readers_of(annotated(lock)));
}

void annotate_unlock(const void* lock, bool reading) {
  if (!entered()) return;
  LockKind kind = reading ? LockKind::annotated_for_reading : LockKind::annotated;
  if (!may_hold(current_thread(), kind, lock))
    record_misuse(
        is_held(current_thread(), lock, false)
            ? "unlock of a lock for reading that is held for writing, or the other way round"
            : "unlock of a lock that the thread does not hold",
        lock);
  remove_held_lock(current_thread(), kind, lock);
  happened_unordered(Op::unlock, lock, reading);
  release_to(reading ? readers_of(annotated(lock)) : annotated(lock));
}

// Unlocks a recursive lock completely. Returns how often it was held.
int annotate_full_unlock(const void* lock) {
  int times = 0;
  for (; entered() && times < static_cast<int>(max_held_locks) &&
         (!times || may_hold(current_thread(), LockKind::annotated, lock));
       times++)
    annotate_unlock(lock, false);
  return times;
}

void annotate_destroy(const void* lock) {
  if (!entered()) return;
  if (is_held_by_another(lock, false) || is_held(current_thread(), lock, false))
    record_misuse("destruction of a locked mutex", lock);
  forget_clocks(reinterpret_cast<uintptr_t>(lock), 1);
}

void check_no_locks_held() {
  if (entered() && current_thread().held_lock_count)
    record_misuse("a lock is held where the program says that none is", nullptr);
}

void annotate_benign(const volatile void* p, size_t n) {
  if (!entered()) return;
  World& w = world();
  auto begin = reinterpret_cast<uintptr_t>(p);
  for (unsigned i = 0; i < w.benign_count; i++)
    if (w.benign[i].begin == begin && w.benign[i].end == begin + n) return;
  if (w.benign_count < max_benign) w.benign[w.benign_count++] = {begin, begin + n};
}

void name_thread(const char* name) {
  if (entered() && name) pthread_setname_np(current_thread().id, name);
}

}  // namespace

// Registers and dead stack must not differ between schedules, since they are part of the state.
#define ANNOTATION(call)                                \
  do {                                                  \
    if (__builtin_expect(!checker.exploring, 1)) break; \
    clear_below();                                      \
    call;                                               \
    leave_no_traces();                                  \
  } while (0)

#pragma GCC visibility push(default)
extern "C" {

// ---- ThreadSanitizer's ----

void __tsan_acquire(void* p) { ANNOTATION(annotate_acquire(p)); }
void __tsan_release(void* p) { ANNOTATION(annotate_release(p)); }
void __tsan_ignore_thread_begin() { ANNOTATION(ignore_accesses()); }
void __tsan_ignore_thread_end() { ANNOTATION(stop_ignoring_accesses()); }

// Between `pre` and `post` the accesses belong to the lock's implementation, except while it
// diverts to the program.
void __tsan_mutex_create(void*, unsigned) {}
void __tsan_mutex_destroy(void* lock, unsigned flags) {
  // A lock with static lifetime may be held when the program ends.
  if (!(flags & linker_init)) ANNOTATION(annotate_destroy(lock));
}
void __tsan_mutex_pre_lock(void*, unsigned) { ANNOTATION(ignore_accesses()); }
void __tsan_mutex_post_lock(void* lock, unsigned flags, int times) {
  ANNOTATION(stop_ignoring_accesses());
  if (flags & try_lock_failed) return;
  Op op = flags & read_lock ? Op::read_lock : Op::lock;
  for (int i = flags & recursive_lock ? times : 1; i > 0; i--) ANNOTATION(annotate_lock(lock, op));
}
int __tsan_mutex_pre_unlock(void* lock, unsigned flags) {
  int times = 0;
  if (flags & recursive_unlock)
    ANNOTATION(times = annotate_full_unlock(lock));
  else
    ANNOTATION(annotate_unlock(lock, flags & read_lock));
  ANNOTATION(ignore_accesses());
  return times;
}
void __tsan_mutex_post_unlock(void*, unsigned) { ANNOTATION(stop_ignoring_accesses()); }
void __tsan_mutex_pre_signal(void*, unsigned) { ANNOTATION(ignore_accesses()); }
void __tsan_mutex_post_signal(void*, unsigned) { ANNOTATION(stop_ignoring_accesses()); }
void __tsan_mutex_pre_divert(void*, unsigned) { ANNOTATION(stop_ignoring_accesses()); }
void __tsan_mutex_post_divert(void*, unsigned) { ANNOTATION(ignore_accesses()); }
void __tsan_check_no_mutexes_held() { ANNOTATION(check_no_locks_held()); }

// Functions that concern ThreadSanitizer itself.
void __tsan_flush_memory() {}
void* __tsan_get_current_fiber() { return nullptr; }
void* __tsan_create_fiber(unsigned) { return nullptr; }
void __tsan_destroy_fiber(void*) {}
void __tsan_switch_to_fiber(void*, unsigned) {}
void __tsan_set_fiber_name(void*, const char*) {}
void* __tsan_external_register_tag(const char*) { return nullptr; }
void __tsan_external_register_header(void*, const char*) {}
void __tsan_external_assign_tag(void*, void*) {}

// ---- Valgrind's, which came before (dynamic_annotations.h) ----

void AnnotateHappensBefore(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_release(p));
}
void AnnotateHappensAfter(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_acquire(p));
}
void WTFAnnotateHappensBefore(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_release(p));
}
void WTFAnnotateHappensAfter(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_acquire(p));
}
void AnnotateCondVarSignal(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_release(p));
}
void AnnotateCondVarSignalAll(const char*, int, const volatile void* p) {
  ANNOTATION(annotate_release(p));
}
void AnnotateCondVarWait(const char*, int, const volatile void* p, const volatile void*) {
  ANNOTATION(annotate_acquire(p));
}
void AnnotateIgnoreReadsBegin(const char*, int) { ANNOTATION(ignore_accesses()); }
void AnnotateIgnoreReadsEnd(const char*, int) { ANNOTATION(stop_ignoring_accesses()); }
void AnnotateIgnoreWritesBegin(const char*, int) { ANNOTATION(ignore_accesses()); }
void AnnotateIgnoreWritesEnd(const char*, int) { ANNOTATION(stop_ignoring_accesses()); }
void AnnotateRWLockCreate(const char*, int, const volatile void*) {}
void AnnotateRWLockCreateStatic(const char*, int, const volatile void*) {}
void AnnotateRWLockDestroy(const char*, int, const volatile void* lock) {
  ANNOTATION(annotate_destroy(const_cast<const void*>(lock)));
}
void AnnotateRWLockAcquired(const char*, int, const volatile void* lock, long writing) {
  ANNOTATION(
      annotate_lock(const_cast<const void*>(lock), writing ? Op::write_lock : Op::read_lock));
}
void AnnotateRWLockReleased(const char*, int, const volatile void* lock, long writing) {
  ANNOTATION(annotate_unlock(const_cast<const void*>(lock), !writing));
}
void AnnotateBenignRaceSized(const char*, int, const volatile void* p, size_t n, const char*) {
  ANNOTATION(annotate_benign(p, n));
}
void AnnotateBenignRace(const char*, int, const volatile void* p, const char*) {
  ANNOTATION(annotate_benign(p, 1));
}
void WTFAnnotateBenignRaceSized(const char*, int, const volatile void* p, size_t n, const char*) {
  ANNOTATION(annotate_benign(p, n));
}
void AnnotateThreadName(const char*, int, const char* name) { ANNOTATION(name_thread(name)); }

// These have no meaning for omc.
void AnnotateIgnoreSyncBegin(const char*, int) {}
void AnnotateIgnoreSyncEnd(const char*, int) {}
void AnnotateMutexIsUsedAsCondVar(const char*, int, const volatile void*) {}
void AnnotateMutexIsNotPHB(const char*, int, const volatile void*) {}
void AnnotatePublishMemoryRange(const char*, int, const volatile void*, size_t) {}
void AnnotateUnpublishMemoryRange(const char*, int, const volatile void*, size_t) {}
void AnnotatePCQCreate(const char*, int, const volatile void*) {}
void AnnotatePCQDestroy(const char*, int, const volatile void*) {}
void AnnotatePCQPut(const char*, int, const volatile void*) {}
void AnnotatePCQGet(const char*, int, const volatile void*) {}
void AnnotateExpectRace(const char*, int, const volatile void*, const char*) {}
void AnnotateNewMemory(const char*, int, const volatile void*, size_t) {}
void AnnotateMemoryIsInitialized(const char*, int, const volatile void*, size_t) {}
void AnnotateMemoryIsUninitialized(const char*, int, const volatile void*, size_t) {}
void AnnotateTraceMemory(const char*, int, const volatile void*) {}
void AnnotateFlushState(const char*, int) {}
void AnnotateFlushExpectedRaces(const char*, int) {}
void AnnotateEnableRaceDetection(const char*, int, int) {}
void AnnotateNoOp(const char*, int, const volatile void*) {}
int RunningOnValgrind() { return 0; }
double ValgrindSlowdown() { return 1; }

}  // extern "C"
