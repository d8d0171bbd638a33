// Where a thread stops. Implements world/point.h.
#include "world/point.h"
#include "omc/fast_path.h"
#include "races/external_libraries.h"
#include "races/footprint.h"
#include "races/memory_errors.h"
#include "races/memory_model/weak_atomics.h"
#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "steps/hook.h"
#include "steps/invisible_steps.h"
#include "steps/reduction.h"
#include "threads/cancel.h"
#include "threads/signals.h"
#include "threads/virtual_time.h"
#include "threads/waiting.h"
#include "world/access.h"
#include "world/border.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/events.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// The C library, which is not instrumented, uses the object: it must be alive, and no other thread
// may initialise or destroy it at the same time.
void check_object(const Pending& pending) {
  if (operation(pending.op).object != Object::memory) return;
  check_memory(pending.object, 1, AccessKind::write);
  record_footprint(pending.object, 1, AccessKind::atomic_read, nullptr);
}

// A single thread cannot be interleaved, so it takes no steps.
bool is_alone() { return world().thread_count == 1; }

// The thread can stop at the operation in place of its hook. A replay chooses the thread at the
// hook, so the operation must not add a choice.
bool can_resume_hook(const Pending& pending) {
  bool has_outcomes = pending.waiting && pending.waiting->outcomes;
  return !pending.timed && pending.outcomes == 1 && !has_outcomes;
}

bool is_free(Thread& thread, const Pending& pending) {
  thread.pending = pending;
  bool free = is_available(thread) && outcomes_of(thread) == 1 && !has_signal(thread) &&
              !must_cancel(thread);
  thread.pending = {};
  return free;
}

void perform(Thread& thread, const Pending& pending, bool stopped) {
  check_object(pending);
  record_operation(thread, pending, stopped);
}

}  // namespace

unsigned point(Op op, const void* object, uint64_t value, unsigned outcomes) {
  return point(Pending{op, false, false, outcomes, object, value});
}

unsigned point(Op op, const void* object, uint64_t value, const Waiting& waiting) {
  return point(Pending{op, false, false, 1, object, value, Interrupt::never, 0, &waiting});
}

bool wait_until(Op op, const void* object, const Waiting& waiting, const timespec* until) {
  bool timed = until != nullptr;
  return wait_until({op, timed, false, 1, object, 0, Interrupt::never, 0, &waiting}, until);
}

bool wait_until(const Pending& pending, const timespec* until) {
  Thread& thread = current_thread();
  point(pending);
  if (thread.interrupted) return false;
  thread.pending = pending;
  bool there = is_available(thread);
  thread.pending = {};
  if (!there) advance_time(until);
  return there;
}

unsigned point(const Pending& pending) {
  clear_below();
  charge_hooks();
  Thread& thread = current_thread();
  bool has_entry = has_own_entry(thread, pending);
  if (continues_with(thread, pending)) {
    if (has_entry || !thread.after_hook)
      defer_hook(thread);  // a replay stops here, unless it is the first of a statement
    thread.after_hook = thread.at_deferred_hook = false;
    return perform(thread, pending, false), 0;
  }
  if (thread.deferred_hooks && thread.after_hook) {
    if (has_entry)
      thread.after_hook = false;
    else if (can_resume_hook(pending))
      resume_hook(thread), thread.after_hook = false;
    else
      stop_at_deferred_hook();
  }
  // The first operation after a hook shares its scheduling point. Only accesses lie between the
  // two, and a concurrent conflicting access would be a data race.
  bool merged = thread.after_hook || is_alone() || thread.atomic_depth || thread.takes_no_steps ||
                thread.done ||
                (checker.options.granularity == Granularity::statement && pending.op != Op::exit);
  thread.after_hook = false;
  merged = merged && !(has_entry && checker.is_replay);
  if (merged && is_free(thread, pending)) {
    if (has_entry) defer_hook(thread), record_deferred_hooks(thread);
    return perform(thread, pending, false), 0;
  }
  // Asking for outcomes leaves clocks on the stack.
  if (has_entry) clear_below<most_left_by_atomics>();
  unsigned outcome = yield(pending);
  perform(thread, pending, true);
  return outcome;
}

// Where accesses are no scheduling points, the first access after a synchronisation still is one.
// No footprint then contains accesses on both sides of a synchronisation. The search stops only at
// accesses to shared memory. A replay stops at all of them, so the search defers a hook at the
// others.
void access_point(const void* p, size_t n, bool write) {
  if (!entered() || is_alone()) return;
  Thread& thread = current_thread();
  if (thread.atomic_depth || thread.takes_no_steps || thread.done) return;
  auto address = reinterpret_cast<uintptr_t>(p);
  bool own_stack = address >= thread.stack_begin && address < thread.stack_end;
  bool everywhere = checker.options.granularity == Granularity::access && !own_stack;
  bool after_synchronisation = thread.synchronised && follows_races();
  if (!everywhere && !after_synchronisation && !thread.deferred_hooks) return;
  bool shared = follows_schedule() ||
                accesses_shared(address, n, write ? AccessKind::write : AccessKind::read);
  if (shared && continues_with_access(thread)) shared = false;  // the step contains the access
  // The first access shares the scheduling point of the hook.
  bool at_hook = thread.after_hook && !thread.synchronised;
  bool stays_after_hook = at_hook && !everywhere;
  if (!shared && (everywhere ? !at_hook : !thread.at_deferred_hook)) defer_hook(thread);
  thread.after_hook = stays_after_hook;
  if (!shared) return;
  bool resumes = thread.at_deferred_hook && (at_hook || !everywhere);
  if (resumes) resume_hook(thread);
  clear_below();
  if (resumes || !at_hook) yield({Op::access, false, false, 1, p, write});
  thread.after_hook = stays_after_hook;
  if (everywhere) happened(Op::access, p, write);
}

void hook(const Place& place) {
  clear_below();
  charge_hooks();
  Thread& thread = current_thread();
  thread.place = place;
  leave_library(thread);
  if (!thread.first_place.pc) thread.first_place = place;
  if (thread.takes_no_steps || thread.done) return;
  if (is_alone()) return allow_hooks(), happened(Op::hook, nullptr);
  thread.hooks++;
  count_hook();
  if (thread.atomic_depth) return;
  yield({Op::hook});
  thread.after_hook = true;
}

}  // namespace omc
