#include "search/passes.h"

#include <cstring>

#include "platform/assert.h"
#include "races/atomic_sites.h"
#include "races/external_libraries.h"
#include "races/happens_before.h"
#include "report/coverage.h"
#include "run/verdict.h"
#include "search/engine.h"
#include "search/explore.h"
#include "search/livelock.h"
#include "search/pass.h"
#include "search/users.h"
#include "search/visited.h"
#include "sharing/conflicts.h"
#include "sharing/shared_memory_map.h"
#include "world/assumptions.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t short_states = 50'000;
constexpr uint64_t most_whole_depth = 200;
constexpr uint64_t probed_executions = 100;

bool can_pass_hooks() {
  const Options& options = checker.options;
  bool follows = checker.is_replay || checker.run->schedule_length;
  return !follows && follows_races() && options.search != Search::exhaustive &&
         !options.every_statement && !options.checks_for(BugKind::order_race) &&
         !is_refuted(Assumption::invisible_statements);
}

// Not with a preemption bound: a thread that blocks on a held lock causes a switch that costs no
// preemption. Whole sections would hide it.
bool can_assume_whole_sections() {
  const Options& options = checker.options;
  return can_pass_hooks() && options.granularity == Granularity::sync &&
         options.max_preemptions == UINT64_MAX && !is_refuted(Assumption::whole_sections);
}

// With the fork engine, a state does not know what the steps of its other processes have used.
bool can_reduce() {
  const Options& options = checker.options;
  return can_assume_whole_sections() && options.search == Search::reduced &&
         options.engine == Engine::rewind && !options.spurious && !options.reuse &&
         !is_refuted(Assumption::recorded_uses);
}

// Bugs are kept; all other counts begin again.
void reset_counts(Run& run) {
  Stats& stats = run.stats;
  if (stats.states >= few_states) run.late_restarts++;
  for (auto* count : {&stats.executions, &stats.states, &stats.steps, &stats.hooks, &stats.pruned,
                      &stats.endings})
    *count = 0;
  run.outcome_count = 0;
  run.right_endings = run.wrong_endings = 0;
  run.outcomes_dropped = 0;
  for (OutcomeRecord& outcome : run.outcomes) outcome = {};
}

// The assumptions that no pass has refuted so far.
uint32_t next_assumptions() {
  uint32_t all = bit_of(Assumption::private_memory) | bit_of(Assumption::known_conflicts) |
                 bit_of(Assumption::uniform_atomics) | bit_of(Assumption::unobserved_locks) |
                 bit_of(Assumption::only_updated);
  bool needs_clocks = is_refuted(Assumption::strong_orders) ||
                      is_refuted(Assumption::seq_cst_only) || checker.run->clocks_overflowed ||
                      checker.options.samples();
  if (!is_refuted(Assumption::seq_cst_only)) all |= bit_of(Assumption::seq_cst_only);
  if (!needs_clocks) all |= bit_of(Assumption::strong_orders);
  if (!is_refuted(Assumption::no_fences)) all |= bit_of(Assumption::no_fences);
  if (can_pass_hooks()) all |= bit_of(Assumption::invisible_statements);
  if (can_assume_whole_sections()) all |= bit_of(Assumption::whole_sections);
  if (can_reduce()) all |= bit_of(Assumption::recorded_uses) | bit_of(Assumption::known_users);
  return all;
}

void begin_pass(Run& run) {
  clear_visited(run);
  run.relied_on = 0;
  forget_reliance();
  checker.assumed = next_assumptions();
  run.stop = 0;
  if (run.incomplete) run.stop = 1;  // another process has just stopped the search
}

bool is_over() { return checker.run->incomplete || checker.run->decided; }
bool is_stopped(const Run& run, Incomplete limit) {
  return run.incomplete == static_cast<uint32_t>(limit);
}

// An endless execution has ended the search: it was cut, or has started threads without bound.
bool is_cut_by_execution(const Run& run) {
  return is_stopped(run, Incomplete::steps) || is_stopped(run, Incomplete::threads);
}

// After a long execution was cut, the search has explored little else. Most bugs have short
// executions, so the depth is raised step by step, up to --max-steps. There a limit cuts an
// execution and not the search.
void explore_short(Body& body) {
  Run& run = *checker.run;
  if (!is_cut_by_execution(run) || checker.is_replay || checker.options.samples()) return;
  const uint32_t why = run.incomplete;
  Options& options = checker.options;
  pass.cuts_long_executions = true;
  for (uint64_t steps : {60, 200, 1'000, 10'000}) {
    bool is_enough = run.decided || run.stats.states >= options.max_states;
    if (is_enough || !(is_cut_by_execution(run) || is_stopped(run, Incomplete::states))) break;
    run.incomplete = 0;
    const Options asked = options;
    bool is_last = steps >= options.max_steps;
    if (!is_last) options.max_steps = steps;
    bool is_whole = options.max_steps <= most_whole_depth;  // the user asked for short executions
    if (!(is_last && is_whole) && options.max_states > run.stats.states + short_states)
      options.max_states = run.stats.states + short_states;
    do {
      begin_pass(run);
      engine().run(explore_here, &body);
    } while (must_restart());
    options = asked;
    uint32_t none = 0;
    run.incomplete.compare_exchange_strong(none, why);
    if (is_last) break;
  }
  if (is_stopped(run, Incomplete::states) && run.stats.states < options.max_states)
    run.incomplete = why;
}

void explore_again(Body& body) {
  if (!checker.options.samples()) reset_counts(*checker.run);
  begin_pass(*checker.run);
  engine().run(explore_here, &body);
}

// The search may reach a state with two racing steps late in a large program. Vector clocks find a
// race in every execution that has one. So a search that becomes long examines a few executions
// with clocks, and restarts if these have no race.
void probe_races(Body& body) {
  Run& run = *checker.run;
  Options& options = checker.options;
  bool is_long = pass.probes_races && is_stopped(run, Incomplete::states) &&
                 run.stats.states <= options.max_states;
  pass.probes_races = false;
  if (!is_long) return;
  run.incomplete = 0;
  if (is_over()) return;
  const Options asked = options;
  if (options.max_executions > probed_executions) options.max_executions = probed_executions;
  reset_counts(run);
  do {
    begin_pass(run);
    checker.assumed &= ~bit_of(Assumption::strong_orders);
    engine().run(explore_here, &body);
  } while (must_restart());
  options = asked;
  // What was too much for clocks need not be too much for the search, which reports it again if so.
  run.refuted &= ~bit_of(Assumption::strong_orders);
  run.clocks_overflowed = 0;
  if (!is_stopped(run, Incomplete::time) && !is_stopped(run, Incomplete::interrupted))
    run.incomplete = 0;
  if (is_over()) return;
  explore_again(body);
  while (must_restart()) explore_again(body);
}

// "No bugs" is a claim about executions. A search without any that has ended cannot make it.
void require_endings(const Run& run) {
  if (!run.stats.endings && !run.bug_count)
    stop_incomplete(Incomplete::lost, "no execution has come to its end");
}

void require_clocks(const Run& run) {
  switch (static_cast<Overflow>(run.clocks_overflowed.load())) {
    case Overflow::none:
      return;
    case Overflow::clocks:
      return stop_incomplete(Incomplete::threads,
                             "too many threads or atomics to follow relaxed orders; "
                             "a race between them may be missed");
    case Overflow::stores:
      return stop_incomplete(Incomplete::memory,
                             "an atomic has more than 255 stores that a thread may still read");
    case Overflow::seq_cst:
      return stop_incomplete(Incomplete::memory,
                             "the order of more than 64 seq_cst operations is open");
  }
}

// Counts and outcomes of a search, which a silent one must not change.
struct Results {
  uint64_t counts[6];
  uint64_t right_endings, wrong_endings, outcomes_dropped;
  uint32_t outcome_count;
  OutcomeRecord outcomes[max_stored_outcomes];
};
Results results;

template <class Do>
void for_each_count(Run& run, Do act) {
  Stats& stats = run.stats;
  unsigned i = 0;
  for (auto* count : {&stats.executions, &stats.states, &stats.steps, &stats.hooks, &stats.pruned,
                      &stats.endings})
    act(*count, results.counts[i++]);
  act(run.right_endings, results.right_endings);
  act(run.wrong_endings, results.wrong_endings);
  act(run.outcomes_dropped, results.outcomes_dropped);
  act(run.outcome_count, results.outcome_count);
}

// Where data races are not checked, a search takes the accesses of a statement for one step. That
// is right only when there is no data race, so a silent search looks for one. A user who gives the
// granularity has decided what a step is.
void require_no_races(Body& body) {
  Run& run = *checker.run;
  Options& options = checker.options;
  bool rests_on_it = options.granularity == Granularity::sync && !options.granularity_given &&
                     !options.checks_for(BugKind::data_race);
  if (!rests_on_it || is_over() || run.bug_count || run.stats.threads < 2) return;
  for_each_count(run, [](auto& now, auto& kept) { kept = now; });
  memcpy(results.outcomes, run.outcomes, sizeof results.outcomes);
  const Options asked = options;
  options.checks = uint32_t{1} << static_cast<unsigned>(BugKind::data_race);
  options.search = Search::pruned;
  if (!has_weak_memory()) open_shared_memory_map(), open_conflicts();  // not needed before
  checker.only_notes_races = true;
  do explore_again(body);
  while (must_restart());
  checker.only_notes_races = false;
  options = asked;
  for_each_count(run, [](auto& now, auto& kept) { now = kept; });
  memcpy(run.outcomes, results.outcomes, sizeof results.outcomes);
  require_clocks(run);
}

}  // namespace

void explore(Body body) {
  Run& run = *checker.run;
  uint64_t slots = pool_take(run, sizeof(SlotTable));
  OMC_ASSERT(slots);
  checker.slots = at<SlotTable>(run, slots);
  if (follows_races() || has_weak_memory()) open_shared_memory_map(), open_conflicts();
  open_users();
  open_atomic_sites();
  checker.assumed = next_assumptions();
  bool follows_all = checker.is_replay && (follows_races() || has_weak_memory());
  if (follows_all)
    checker.assumed &= ~(bit_of(Assumption::strong_orders) | bit_of(Assumption::no_fences));
  if (checker.is_replay && has_weak_memory()) checker.assumed &= ~bit_of(Assumption::seq_cst_only);
  pass.probes_races = can_pass_hooks() && !checker.options.samples();
  prepare_libraries();
  open_coverage();
  engine().run(explore_here, &body);
  while (must_restart()) explore_again(body);
  probe_races(body);
  explore_short(body);
  require_clocks(run);
  if (!checker.is_replay) {
    if (run.gap) stop_incomplete(Incomplete::unfollowed, at<char>(run, run.gap));
    if (checker.options.samples() && !run.decided && !is_vacuous(run))
      stop_incomplete(Incomplete::sampled);
    open_visited(run);
    if (!run.seeks_right_ending) find_livelock();
    require_endings(run);
    if (!run.seeks_right_ending) require_no_races(body);
  }
  run.finished = 1;
}

}  // namespace omc
