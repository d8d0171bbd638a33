#include "steps/step.h"

#include <stdlib.h>

#include "races/footprint.h"
#include "races/memory_model/tidy.h"
#include "races/running_step.h"
#include "sharing/instrumented_code.h"
#include "sharing/private_cache.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/stacks.h"
#include "steps/invisible_steps.h"
#include "steps/reduction.h"
#include "threads/fiber.h"
#include "threads/scheduler.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/uses.h"
#include "world/world.h"

namespace omc {

void start_first_thread() {
  Thread& thread = world().threads[0];
  clear_private_cache();
  allow_hooks();
  resume_from_search(thread);
  settle_stack(thread);
}

// Other threads may access a frame of this one: whether that comes before the frame is left matters
// (races/memory_errors.h).
static void use_left_frames(const Thread& thread, uintptr_t before) {
  uintptr_t after = thread.ended ? thread.stack_end : stack_in_use(thread);
  if (thread.ended) use_memory(stack_of(thread), 1, true);  // and its thread-local variables
  if (after <= before) return;
  if ((after - before) / use_unit > most_uses / 2) return refute(Assumption::recorded_uses);
  use_memory(reinterpret_cast<const void*>(before), after - before, true);
}

void run_step(Thread& thread, unsigned outcome) {
  World& w = world();
  w.extra_steps = 0;
  w.last_choice = {thread.number, static_cast<uint16_t>(outcome)};
  if (!thread.takes_no_steps) extend_schedule(w.last_choice), w.steps_taken++;
  checker.steps_run++;
  if (!thread.resumes_hook) thread.steps++;
  thread.resumes_hook = false;
  thread.outcome = outcome;
  w.last_thread = w.current = &thread;
  if (thread.pending.op == Op::hook) happened(Op::hook, nullptr);
  const void* before = thread.sp;
  bool is_looked_at = assumes(Assumption::recorded_uses) && is_observed(stack_of(thread));
  uintptr_t frames = is_looked_at ? stack_in_use(thread) : 0;
  clear_footprint();
  clear_uses();
  begin_step();
  clear_private_cache();
  allow_hooks();
  resume_from_search(thread);
  if (frames && w.stop == Stop::point) use_left_frames(thread, frames);
  learn_frame_size(thread, before);
  if (w.stop == Stop::point) settle_stack(thread), tidy_stores();
}

void start_thread(Thread& thread) {
  Thread& creator = current_thread();
  record_deferred_hooks(creator);  // so that a bug in the new thread has a schedule
  allow_no_hooks();
  clear_private_cache();
  resume_from_creator(thread, creator);
  clear_private_cache();
  allow_hooks();
}

// The function of every fiber but the first.
void run_thread() {
  Thread& thread = current_thread();
  end_thread(thread.entry(thread.argument));
}

bool ends_thread(uintptr_t pc) {
  constexpr uintptr_t most_code = 256;  // of a start function
  auto entry = reinterpret_cast<uintptr_t>(current_thread().entry);
  bool is_start = pc - entry < most_code && !is_synchronising_code(reinterpret_cast<void*>(pc));
  return is_start || pc - reinterpret_cast<uintptr_t>(&run_thread) < most_code;
}

void end_thread(void* result) {
  charge_hooks();
  Thread& thread = current_thread();
  if (!continues_to_end(thread)) stop_at_deferred_hook();
  run_thread_destructors();
  if (!any_other_alive(thread)) exit(0);
  thread_ends(thread);
  thread.result = result;
  happened(Op::end, nullptr);
  if (thread.slot) release_thread(thread);
  thread.ended = true;
  hand_over(thread);
  __builtin_unreachable();
}

}  // namespace omc
