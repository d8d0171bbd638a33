#include "steps/reduction.h"

#include "heap/heap.h"
#include "races/running_step.h"
#include "sharing/shared_memory_map.h"
#include "threads/cancel.h"
#include "threads/signals.h"
#include "threads/waiting.h"
#include "world/access.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

uint64_t latest_stop = UINT64_MAX;
constexpr unsigned most_starts = 32;

// `shares_hook`: what follows shares the entry of the last hook that the thread has passed.
bool may_continue(const Thread& thread, bool shares_hook = true) {
  bool is_plain = !thread.starter && !thread.takes_no_steps && !thread.done &&
                  !thread.atomic_depth && !thread.ignores_accesses;
  return assumes(Assumption::whole_sections) && world().thread_count > 1 && is_plain &&
         world().schedule.steps + thread.deferred_hooks - (shares_hook && thread.at_deferred_hook) <
             latest_stop;
}

// A thread that observes the step may free or destroy the lock before it is released, or leave the
// function whose local it is. To free or destroy it is a plain write, so the map of shared memory
// shows which locks are concerned.
bool may_be_destroyed(const void* lock) {
  auto address = reinterpret_cast<uintptr_t>(lock);
  const Thread& thread = current_thread();
  bool is_own = address >= thread.stack_begin && address < thread.stack_end;
  bool is_local = in_slots(address) && !in_heap(address) && !is_own;
  return is_local || accesses_shared(address, 1, AccessKind::atomic_read);
}

// Creating a thread enables that thread alone, and nobody can observe that it has not happened yet.
bool is_left_mover(const Pending& pending) {
  if (pending.op == Op::create) return true;
  bool is_unlock = operation(pending.op).mover == Mover::left && pending.value != to_wait;
  if (!is_unlock || is_observed(pending.object)) return false;
  const void* need = running_step.mutex_of_woken;
  bool is_unobservable = running_step.only_signalled && (!need || need == pending.object);
  return is_unobservable || !may_be_destroyed(pending.object);
}

bool never_waits(Op op) {
  Mover mover = operation(op).mover;
  return mover == Mover::atomic || mover == Mover::left || mover == Mover::one;
}

bool goes_one_way(Thread& thread, const Pending& pending) {
  if (pending.timed || pending.outcomes != 1) return false;
  thread.pending = pending;
  bool one = outcomes_of(thread) == 1 && !has_signal(thread) && !must_cancel(thread);
  thread.pending = {};
  return one;
}

// A loop may do nothing but start threads, for ever. Now and then they get a turn.
bool is_due_turn(const Pending& pending) {
  return pending.op == Op::create && world().thread_count % most_starts == 0;
}

bool is_open() { return !running_step.closed && !running_step.ends_with_statement; }

}  // namespace

bool has_own_entry(const Thread& thread, const Pending& pending) {
  return has_weak_memory() && pending.op == Op::atomic && world().thread_count > 1 &&
         !thread.atomic_depth && !thread.takes_no_steps && !thread.done;
}

void set_latest_stop(uint64_t steps) { latest_stop = steps; }

// With clocks, the access history detects a data race in whichever order the steps are taken. So a
// plain access may also follow an operation that releases.
bool continues_with_access(const Thread& thread) {
  return may_continue(thread) && (is_open() || follows_clocks());
}

bool continues_with(Thread& thread, const Pending& pending) {
  bool may = may_continue(thread, !has_own_entry(thread, pending));
  if (!never_waits(pending.op) || !may || !goes_one_way(thread, pending) || is_due_turn(pending))
    return false;
  if (is_open()) return true;
  if (!is_left_mover(pending) || is_observed(statement_key(thread))) return false;
  running_step.released_lock = true;
  return true;
}

bool continues_to_end(const Thread& thread) { return may_continue(thread); }

}  // namespace omc
