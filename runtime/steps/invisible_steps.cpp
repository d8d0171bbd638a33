#include "steps/invisible_steps.h"

#include "races/external_libraries.h"
#include "steps/reduction.h"
#include "world/counters.h"

namespace omc {

void allow_hooks() {
  const World& w = world();
  const Thread& thread = *w.current;
  bool stops = !checker.skips_quiet || thread.starter || thread.outside || thread.done ||
               thread.atomic_depth;
  if (stops) return allow_no_hooks();
  uint64_t until_stop = longest_quiet - 1 - thread.steps % longest_quiet;
  omc_fast_path.hooks_left = checker.hooks_given = w.thread_count == 1 ? UINT32_MAX : until_stop;
}

namespace {

void pass(Thread& thread, const Place& place, uint64_t passed) {
  thread.place = place;
  leave_library(thread);
  if (!thread.first_place.pc) thread.first_place = thread.place;
  if (!counters.saw_site) note_site();
  if (world().thread_count == 1) return;
  thread.owed += static_cast<uint32_t>(passed);
  thread.steps += passed;
  thread.hooks += passed;
  counters.hooks += passed;
  thread.fresh = thread.is_at_owed = true;
  thread.synchronised = false;
  begin_statement();
}

}  // namespace

void absorb_hooks(Thread& thread) {
  uint64_t passed = checker.hooks_given - omc_fast_path.hooks_left;
  checker.hooks_given = omc_fast_path.hooks_left;
  auto* function = static_cast<const char*>(omc_fast_path.last_site->function) +
                   1;  // as if a call had come from there
  pass(thread,
       {omc_fast_path.last_site->file, omc_fast_path.last_site->line,
        omc_fast_path.last_site->column, function},
       passed);
}

bool pass_hook(const Place& place) {
  Thread& thread = self();
  if (!omc_fast_path.hooks_left) return false;
  checker.hooks_given = --omc_fast_path.hooks_left;
  pass(thread, place, 1);
  return true;
}

void pay_steps(Thread& thread) {
  extend_path({thread.number, 0}, thread.owed);
  world().extra_steps += thread.owed;
  thread.owed = 0;
  thread.is_at_owed = false;
}

void owe_step(Thread& thread) {
  thread.is_at_owed = true;
  thread.owed++;
  thread.steps++;
  if (omc_fast_path.hooks_left) omc_fast_path.hooks_left--, checker.hooks_given--;
}

void stop_for_hook() {
  Thread& thread = self();
  if (!thread.owed || !thread.fresh) return;
  clear_below();
  stand_in(thread);
  yield({Op::hook});
  thread.fresh = true;
}

void need_every_hook() {
  if (!checker.skips_quiet) return;
  Run& run = *checker.run;
  run.every_hook = 1;
  checker.skips_quiet = checker.takes_sections = false;
  if (world().thread_count > 1) run.sharing_grew = 1;  // before, every process comes by here
  Thread& thread = self();
  if (thread.owed || omc_fast_path.hooks_left) allow_no_hooks();
}

}  // namespace omc
