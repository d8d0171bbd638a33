#include "races/running_step.h"

#include "platform/digest.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/thread.h"

namespace omc {

RunningStep running_step;

namespace {

bool wakes(Op op) { return op == Op::signal || op == Op::broadcast; }

}  // namespace

void begin_step() { running_step = {}; }

void begin_statement() { running_step.gave_back = false; }

bool compares_accesses(const Thread& thread) {
  if (assumes(Assumption::whole_sections)) return !running_step.closed;
  return !thread.synchronised && !(thread.starter && thread.starter->synchronised);
}

void note_operation(Thread& thread, const Pending& pending, bool stopped) {
  thread.just_released = nullptr;
  if (pending.op == Op::access || pending.op == Op::atomic) return;
  RunningStep& step = running_step;
  step.only_woke = wakes(pending.op) && !step.closed && !step.stays;
  if (step.only_woke) step.woken_need = mutex_of_waiters(pending.object);
  bool takes = stopped && assumes(Assumption::whole_sections) &&
               operation(pending.op).mover == Mover::right && !pending.timed &&
               !is_observed(pending.object);
  if (takes)
    step.guard = {pending.object, pending.op == Op::read_lock};
  else if (synchronises(pending.op))
    step.closed = true;
  else
    step.stays = true;
  if (synchronises(pending.op)) note_synchronised(thread);
}

void close_step(Thread& thread) {
  running_step.closed = true;
  running_step.only_woke = false;
  thread.at_deferred_hook = false;
  note_synchronised(thread);
}

void note_relock(const void* mutex) {
  running_step.guard = {mutex, false};
  running_step.stays = is_observed(mutex);
}

void note_unseen() {
  running_step.stays = true;
  running_step.only_woke = false;
  if (running_step.gave_back && assumes(Assumption::whole_sections))
    observe_lock(statement_of(current_thread()));
}

const void* statement_of(const Thread& thread) {
  constexpr uintptr_t no_address = uintptr_t{1} << 62;
  uint64_t words[] = {reinterpret_cast<uint64_t>(thread.place.file),
                      uint64_t{thread.place.line} << 32 | thread.place.column};
  return reinterpret_cast<const void*>(
      no_address | (digest_of(words, sizeof words, 1).low >> 2 & ~uintptr_t{7}));
}

}  // namespace omc
