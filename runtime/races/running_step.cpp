#include "races/running_step.h"

#include "platform/digest.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/uses.h"

namespace omc {

RunningStep running_step;

namespace {

bool wakes(Op op) { return op == Op::signal || op == Op::broadcast; }

// Accesses and joins record their uses themselves.
void use_operation(const Pending& pending) {
  switch (pending.op) {
    case Op::access:
    case Op::atomic:
    case Op::create:
    case Op::choose:
    case Op::join:
      return;
    case Op::unlock:
      if (is_observed(pending.object)) use_awaited(pending);
      return;
    case Op::sleep:
      return use_object(WorldObject::clock);
    case Op::kill:
    case Op::sigwait:
    case Op::timer:
    case Op::cancel:
    case Op::spurious:
      return refute(Assumption::recorded_uses);
    default:
      return use_awaited(pending);
  }
}

}  // namespace

void begin_step() { running_step = {}; }

void begin_statement() { running_step.released_lock = false; }

bool compares_accesses(const Thread& thread) {
  if (assumes(Assumption::whole_sections)) return !running_step.closed;
  return !thread.synchronised && !(thread.starter && thread.starter->synchronised);
}

void record_operation(Thread& thread, const Pending& pending, bool stopped) {
  thread.just_released = nullptr;
  use_operation(pending);
  if (pending.op == Op::access || pending.op == Op::atomic) return;
  RunningStep& step = running_step;
  step.only_signalled = wakes(pending.op) && !step.closed && !step.ends_with_statement;
  if (step.only_signalled) step.mutex_of_woken = mutex_of_waiters(pending.object);
  bool takes = stopped && assumes(Assumption::whole_sections) &&
               operation(pending.op).mover == Mover::right && !pending.timed &&
               !is_observed(pending.object);
  if (takes)
    step.first_lock = {pending.object, pending.op == Op::read_lock};
  else if (synchronises(pending.op))
    step.closed = true;
  else
    step.ends_with_statement = true;
  if (synchronises(pending.op)) mark_synchronised(thread);
}

void close_step(Thread& thread) {
  running_step.closed = true;
  running_step.only_signalled = false;
  thread.at_deferred_hook = false;
  mark_synchronised(thread);
}

void record_relock(const void* mutex) {
  use_memory(mutex, 1, true);
  running_step.first_lock = {mutex, false};
  running_step.ends_with_statement = is_observed(mutex);
}

void record_visible_effect() {
  use_object(WorldObject::library);
  running_step.ends_with_statement = true;
  running_step.only_signalled = false;
  if (running_step.released_lock && assumes(Assumption::whole_sections))
    observe_lock(statement_key(current_thread()));
}

const void* statement_key(const Thread& thread) {
  constexpr uintptr_t no_address = uintptr_t{1} << 62;
  uint64_t words[] = {reinterpret_cast<uint64_t>(thread.place.file),
                      uint64_t{thread.place.line} << 32 | thread.place.column};
  return reinterpret_cast<const void*>(
      no_address | (digest_of(words, sizeof words, 1).low >> 2 & ~uintptr_t{7}));
}

}  // namespace omc
