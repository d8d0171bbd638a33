#include "search/passes.h"

#include "platform/assert.h"
#include "races/external_libraries.h"
#include "report/bugs.h"
#include "search/engine.h"
#include "search/explore.h"
#include "search/livelock.h"
#include "search/visited.h"
#include "sharing/shared_memory_map.h"
#include "threads/scheduler.h"

namespace omc {
namespace {

constexpr uint64_t few_states = 20'000;
constexpr uint32_t most_late_beginnings = 4;
constexpr uint64_t short_states = 50'000;
constexpr uint64_t glanced_executions = 100;

bool can_skip_quiet() {
  const Options& options = checker.options;
  return !checker.is_replay && follows_races() && options.search == Search::pruned &&
         !options.every_statement && !options.checks_for(BugKind::order_race) &&
         !checker.run->every_hook;
}

// A thread that holds a lock makes others wait, and to go on with it then is no preemption: with a
// bound on these, that counts.
bool can_take_sections() {
  const Options& options = checker.options;
  return can_skip_quiet() && options.granularity == Granularity::sync &&
         options.max_preemptions == UINT64_MAX && !checker.run->sections_apart;
}

// Bugs that were found are bugs; all else is counted anew.
void count_anew(Run& run) {
  Stats& stats = run.stats;
  if (stats.states >= few_states) run.late_beginnings++;
  for (auto* count : {&stats.executions, &stats.states, &stats.steps, &stats.hooks, &stats.pruned})
    *count = 0;
  run.outcome_count = 0;
  run.outcomes_dropped = 0;
  for (OutcomeRecord& outcome : run.outcomes) outcome = {};
}

void begin_again(Run& run) {
  clear_visited(run);
  run.sharing_grew = 0;
  run.sizes_grew = 0;
  checker.follows_order = run.weak_orders != static_cast<uint32_t>(WeakOrders::none);
  checker.follows_fences = run.has_fences;
  checker.skips_quiet = can_skip_quiet();
  checker.takes_sections = can_take_sections();
  run.stop = 0;
  if (run.incomplete) run.stop = 1;  // came in between
}

bool is_over() {
  return checker.run->incomplete || (checker.run->bug_count && !checker.options.all);
}
bool is_stopped(const Run& run, Incomplete limit) {
  return run.incomplete == static_cast<uint32_t>(limit);
}

// A long execution was cut: the search is not whole, and has seen that one and little else. Bugs
// are most often in short ones.
void explore_short(Body& body) {
  Run& run = *checker.run;
  if (!is_stopped(run, Incomplete::steps) || checker.is_replay) return;
  Options& options = checker.options;
  checker.cuts_short = true;
  for (uint64_t steps : {100, 1'000, 10'000}) {
    bool is_enough =
        run.bug_count || steps >= options.max_steps || run.stats.states >= options.max_states;
    if (is_enough || !(is_stopped(run, Incomplete::steps) || is_stopped(run, Incomplete::states)))
      break;
    run.incomplete = 0;
    const Options asked = options;
    options.max_steps = steps;
    if (options.max_states > run.stats.states + short_states)
      options.max_states = run.stats.states + short_states;
    do {
      begin_again(run);
      engine().run(explore_here, &body);
    } while (must_begin_again());
    options = asked;
    uint32_t none = 0;
    run.incomplete.compare_exchange_strong(none, static_cast<uint32_t>(Incomplete::steps));
  }
  if (is_stopped(run, Incomplete::states))
    run.incomplete = static_cast<uint32_t>(Incomplete::steps);
}

void explore_again(Body& body) {
  count_anew(*checker.run);
  begin_again(*checker.run);
  engine().run(explore_here, &body);
}

// Two steps that race are met at a state from which both can be taken, and in a large program the
// search may come back to the first such state late. Clocks tell of every execution whether
// anything orders its accesses. So, when a search has become long, a few executions are looked at
// with them, and if that finds nothing, it begins again.
void glance_at_races(Body& body) {
  Run& run = *checker.run;
  Options& options = checker.options;
  bool is_long = checker.glances && is_stopped(run, Incomplete::states) &&
                 run.stats.states <= options.max_states;
  checker.glances = false;
  if (!is_long) return;
  run.incomplete = 0;
  if (is_over()) return;
  const Options asked = options;
  if (options.max_executions > glanced_executions) options.max_executions = glanced_executions;
  count_anew(run);
  do {
    begin_again(run);
    checker.follows_order = true;
    engine().run(explore_here, &body);
  } while (must_begin_again());
  options = asked;
  // What was too much for clocks need not be too much for the search, which will say so if it is.
  run.weak_orders = static_cast<uint32_t>(WeakOrders::none);
  if (!is_stopped(run, Incomplete::time) && !is_stopped(run, Incomplete::interrupted))
    run.incomplete = 0;
  if (is_over()) return;
  explore_again(body);
  while (must_begin_again()) explore_again(body);
}

}  // namespace

// What is explored from here on will be explored again; but there may be more to learn from it.
bool should_begin_again() {
  const Run& run = *checker.run;
  return run.sharing_grew &&
         (run.stats.states < few_states || run.late_beginnings < most_late_beginnings);
}

bool should_glance() {
  return checker.glances && !checker.follows_order && checker.run->stats.states > few_states;
}

void explore(Body body) {
  Run& run = *checker.run;
  uint64_t slots = pool_take(run, sizeof(SlotTable));
  OMC_ASSERT(slots);
  checker.slots = at<SlotTable>(run, slots);
  checker.follows_order = checker.follows_fences = checker.is_replay && follows_races();
  if (follows_races()) open_sharing();
  checker.skips_quiet = can_skip_quiet();
  checker.takes_sections = can_take_sections();
  checker.glances = can_skip_quiet();
  prepare_libraries();
  engine().run(explore_here, &body);
  while (must_begin_again()) explore_again(body);
  glance_at_races(body);
  explore_short(body);
  if (run.weak_orders == static_cast<uint32_t>(WeakOrders::lost))
    stop_incomplete(
        Incomplete::threads,
        "too many threads or atomics to follow relaxed orders; a race between them may be missed");
  if (!checker.is_replay) {
    open_visited(run);
    find_livelock();
  }
  run.finished = 1;
}

}  // namespace omc
