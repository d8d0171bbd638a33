#include "steps/invisible_steps.h"

#include "races/external_libraries.h"
#include "races/running_step.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

void allow_hooks() {
  const World& w = world();
  const Thread& thread = *w.current;
  bool stops = !assumes(Assumption::invisible_statements) || thread.starter ||
               thread.takes_no_steps || thread.done || thread.atomic_depth;
  if (stops) return allow_no_hooks();
  uint64_t until_stop = max_invisible_hooks - 1 - thread.steps % max_invisible_hooks;
  uint64_t allowed = w.thread_count == 1 ? UINT32_MAX : until_stop;
  checker.withheld_hooks = checker.covers_statements ? allowed : 0;
  omc_fast_path.hooks_left = checker.last_hooks_left = checker.covers_statements ? 0 : allowed;
}

namespace {

void record_passed_hooks(Thread& thread, const Place& place, uint64_t passed) {
  thread.place = place;
  leave_library(thread);
  if (!thread.first_place.pc) thread.first_place = thread.place;
  if (!counters.has_site) record_site();
  if (world().thread_count == 1) return;
  thread.deferred_hooks += static_cast<uint32_t>(passed);
  thread.steps += passed;
  thread.hooks += passed;
  counters.hooks += passed;
  thread.after_hook = thread.at_deferred_hook = true;
  thread.synchronised = false;
  begin_statement();
}

}  // namespace

void absorb_hooks(Thread& thread) {
  uint64_t passed = checker.last_hooks_left - omc_fast_path.hooks_left;
  checker.last_hooks_left = omc_fast_path.hooks_left;
  // An address inside of the function, as a call would return to.
  auto* function = static_cast<const char*>(omc_fast_path.last_site->function) + 1;
  const omc_site& site = *omc_fast_path.last_site;
  record_passed_hooks(thread, {site.file, site.line, site.column, function}, passed);
}

// One of those that the thread may pass; false when there is none left.
static bool take_hook() {
  if (checker.withheld_hooks) return checker.withheld_hooks--, true;
  if (!omc_fast_path.hooks_left) return false;
  checker.last_hooks_left = --omc_fast_path.hooks_left;
  return true;
}

bool pass_hook(const Place& place) {
  charge_hooks();
  Thread& thread = current_thread();
  if (!take_hook()) return false;
  record_passed_hooks(thread, place, 1);
  return true;
}

void defer_hook(Thread& thread) {
  thread.at_deferred_hook = true;
  thread.deferred_hooks++;
  thread.steps++;
  take_hook();
}

void stop_at_deferred_hook() {
  charge_hooks();
  Thread& thread = current_thread();
  if (!thread.deferred_hooks || !thread.after_hook) return;
  clear_below();
  resume_hook(thread);
  yield({Op::hook});
  thread.after_hook = true;
}

}  // namespace omc
