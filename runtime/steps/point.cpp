// Where a thread stops: the policy behind world/point.h.
#include "world/point.h"
#include "omc/fast_path.h"
#include "races/external_libraries.h"
#include "races/footprint.h"
#include "races/memory_errors.h"
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
#include "world/events.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// A lock, a condition variable or the like is used inside the C library, which is not instrumented:
// it has to be alive, and no other thread may be initialising or destroying it.
void check_object(const Pending& pending) {
  if (operation(pending.op).object != Object::memory) return;
  check_memory(pending.object, 1, AccessKind::write);
  note_access(pending.object, 1, AccessKind::atomic_read, nullptr);
}

// Before there is a second thread nothing can be interleaved, so nothing is a step.
bool is_alone() { return world().thread_count == 1; }

// A thread can stop there in place of its hook: whenever it is chosen it goes on at once and in one
// way, as it would in a replay that chooses it at the hook.
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
  note_operation(thread, pending, stopped);
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
  if (continues_with(thread, pending)) {
    if (!thread.after_hook)
      defer_hook(thread);  // a replay stops before each but the first of a statement
    thread.after_hook = thread.at_deferred_hook = false;
    return perform(thread, pending, false), 0;
  }
  if (thread.deferred_hooks && thread.after_hook) {
    if (can_resume_hook(pending))
      resume_hook(thread), thread.after_hook = false;
    else
      stop_at_deferred_hook();
  }
  // The first operation after a hook shares its scheduling point: between the two lies nothing but
  // accesses that no other thread may make at the same time.
  bool merged = thread.after_hook || is_alone() || thread.atomic_depth || thread.takes_no_steps ||
                thread.done ||
                (checker.options.granularity == Granularity::statement && pending.op != Op::exit);
  thread.after_hook = false;
  if (merged && is_free(thread, pending)) return perform(thread, pending, false), 0;
  unsigned outcome = yield(pending);
  perform(thread, pending, true);
  return outcome;
}

// Where accesses are no points, the first one after a synchronisation in the middle of a step is
// one: what is in one step can then be compared with the steps of others, because nothing in it has
// waited for anybody. The search stops only at accesses to memory that threads share; for the
// others it defers what a replay, which does not know what is shared, will do.
void access_point(const void* p, size_t n, bool write) {
  if (!entered() || is_alone()) return;
  Thread& thread = current_thread();
  if (thread.atomic_depth || thread.takes_no_steps || thread.done) return;
  auto address = reinterpret_cast<uintptr_t>(p);
  bool own_stack = address >= thread.stack_begin && address < thread.stack_end;
  bool everywhere = checker.options.granularity == Granularity::access && !own_stack;
  bool after_synchronisation = thread.synchronised && follows_races();
  if (!everywhere && !after_synchronisation && !thread.deferred_hooks) return;
  bool shared =
      checker.is_replay || touches_shared(address, n, write ? AccessKind::write : AccessKind::read);
  if (shared && continues_with_access(thread)) shared = false;  // as if it was not
  // The first one shares the point of the hook.
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
