#include "steps/reduction.h"

#include "heap/heap.h"
#include "platform/address_space.h"
#include "races/footprint.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "sync/primitives.h"
#include "threads/cancel.h"
#include "threads/signals.h"

namespace omc {
namespace {

// Of the running step. Kept outside of what goes back.
Guard guard;
bool closed;  // something was done that passes an order on, or may: only locks can still be given
              // back
bool stays;   // the step ends with its statement
bool only_woke;  // it is closed by a signal: who learns of it needs the mutex of the condition
                 // variable first, if anybody does
const void* woken_need;
uint64_t last_stop = UINT64_MAX;
bool gave_back;  // a lock, when it was closed already, and in the statement that it is in

bool may_go_on(const Thread& thread) {
  return checker.takes_sections && world().thread_count > 1 && !thread.starter && !thread.outside &&
         !thread.done && !thread.atomic_depth && !thread.ignores_accesses &&
         world().path.steps + thread.owed - thread.is_at_owed < last_stop;
}

// Who has learned of the step may free a lock or destroy it before it is given back, or leave the
// function whose local it is. The first two are plain writes, so the run knows which locks that can
// happen to.
bool may_be_gone(const void* lock) {
  auto address = reinterpret_cast<uintptr_t>(lock);
  const Thread& thread = self();
  bool is_own = address >= thread.stack_begin && address < thread.stack_end;
  bool is_local = in_slots(address) && !in_heap(address) && !is_own;
  return is_local || touches_shared(address, 1, AccessKind::atomic_read);
}

bool is_left_mover(const Pending& pending) {
  if (operation(pending.op).mover != Mover::left || pending.value == to_wait ||
      is_observed(pending.object))
    return false;
  bool is_known_to_none = only_woke && (!woken_need || woken_need == pending.object);
  return is_known_to_none || !may_be_gone(pending.object);
}

// Statements are remembered beside locks, as addresses that nothing has: in these a lock is not
// given back at once, because something unseen happens behind it, where the thread can not stop.
const void* statement_of(const Thread& thread) {
  constexpr uintptr_t no_address = uintptr_t{1} << 62;
  uint64_t words[] = {reinterpret_cast<uint64_t>(thread.place.file),
                      uint64_t{thread.place.line} << 32 | thread.place.column};
  return reinterpret_cast<const void*>(
      no_address | (digest_of(words, sizeof words, 1).low >> 2 & ~uintptr_t{7}));
}

bool wakes(Op op) { return op == Op::signal || op == Op::broadcast; }

bool never_waits(Op op) {
  Mover mover = operation(op).mover;
  return mover == Mover::atomic || mover == Mover::left || mover == Mover::one;
}

bool goes_one_way(Thread& thread, const Pending& pending) {
  if (pending.timed || pending.outcomes != 1) return false;
  thread.pending = pending;
  bool one = outcomes_of(thread) == 1 && !has_signal(thread) && !must_leave(thread);
  thread.pending = {};
  return one;
}

}  // namespace

void stop_at_the_latest(uint64_t steps) { last_stop = steps; }

void begin_step() {
  guard = {};
  closed = stays = only_woke = gave_back = false;
}

void begin_statement() { gave_back = false; }

const Guard& step_guard() { return guard; }

bool compares_accesses(const Thread& thread) {
  if (checker.takes_sections) return !closed;
  return !thread.synchronised && !(thread.starter && thread.starter->synchronised);
}

bool goes_on_to_access(const Thread& thread) { return may_go_on(thread) && !closed && !stays; }

bool goes_on_to(Thread& thread, const Pending& pending) {
  if (!never_waits(pending.op) || !may_go_on(thread) || !goes_one_way(thread, pending))
    return false;
  if (!closed && !stays) return true;
  if (!is_left_mover(pending) || is_observed(statement_of(thread))) return false;
  gave_back = true;
  return true;
}

bool goes_on_to_end(const Thread& thread) { return may_go_on(thread); }

void note_operation(Thread& thread, const Pending& pending, bool stopped) {
  thread.just_released = nullptr;
  if (pending.op == Op::access || pending.op == Op::atomic) return;
  only_woke = wakes(pending.op) && !closed && !stays;
  if (only_woke) woken_need = mutex_of_waiters(pending.object);
  bool takes = stopped && checker.takes_sections && operation(pending.op).mover == Mover::right &&
               !pending.timed && !is_observed(pending.object);
  if (takes)
    guard = {pending.object, pending.op == Op::read_lock};
  else if (synchronises(pending.op))
    closed = true;
  else
    stays = true;
  if (synchronises(pending.op)) note_synchronised(thread);
}

void close_step(Thread& thread) {
  closed = true;
  only_woke = false;
  thread.is_at_owed = false;
  note_synchronised(thread);
}

void note_relock(const void* mutex) {
  guard = {mutex, false};
  stays = is_observed(mutex);
}

void note_unseen() {
  stays = true;
  only_woke = false;
  if (gave_back && checker.takes_sections) observe_lock(statement_of(self()));
}

void take_apart() {
  Run& run = *checker.run;
  if (run.sections_apart) return;
  run.sections_apart = 1;
  if (!checker.takes_sections) return;
  checker.takes_sections = false;
  if (world().thread_count > 1) run.sharing_grew = 1;
}

}  // namespace omc
