// Sampling: executions with random schedules, for programs whose states are too many to be
// searched. Each execution starts at the initial state. Vector clocks detect the data races of each
// one. A sample proves nothing, so the run is INCOMPLETE unless it finds a bug.
//
// `random` chooses a thread anew at each state. `pct` follows priorities (search/priorities.h).
#include "search/engine.h"
#include "search/explore.h"
#include "search/priorities.h"
#include "search/state.h"
#include "search/workers.h"
#include "world/counters.h"
#include "world/current_schedule.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t default_executions = 10'000;

Checkpoint* root;       // the initial state
uint64_t random_state;  // of the running execution
PriorityScheduler priorities;

// A thread first, then one of its outcomes: a thread with many outcomes is not more likely.
unsigned choose_at_random(const Choice* alternatives, unsigned n) {
  unsigned threads = 1;
  for (unsigned i = 1; i < n; i++) threads += alternatives[i].thread != alternatives[i - 1].thread;
  unsigned chosen = random_below(random_state, threads), first = 0;
  for (; chosen; first++) chosen -= alternatives[first + 1].thread != alternatives[first].thread;
  ThreadAlternatives of_thread = alternatives_of(alternatives[first].thread, alternatives, n);
  return of_thread.begin + random_below(random_state, of_thread.end - of_thread.begin);
}

// Takes the number of the next execution, which decides its schedule. Does not return when there
// are enough.
void begin_execution() {
  Run& run = *checker.run;
  const Options& options = checker.options;
  if (run.stop) wait_for_job();
  uint64_t number = run.sampled++;
  uint64_t most = options.max_executions;
  bool has_time = options.seconds > 0 && run.is_from_driver;
  if (most == UINT64_MAX && !has_time) most = default_executions;
  if (number >= most) wait_for_job();
  uint64_t seed = options.seed;
  seed = next_random(seed) ^ number;
  random_state = next_random(seed);
  if (options.search == Search::pct)
    priorities.begin(random_state, run.stats.choices, static_cast<unsigned>(options.bug_depth));
}

bool begin() {
  observe_state();
  root = save_state();
  if (!is_first_worker()) counters = {};  // the first worker has counted the steps to here
  begin_execution();
  return true;
}

unsigned split(const Choice* alternatives, unsigned n) {
  if (checker.options.search == Search::random) return choose_at_random(alternatives, n);
  return priorities.choose(alternatives, n);
}

Choice go_back() {
  if (checker.options.search == Search::pct)
    raise_to(checker.run->stats.choices, priorities.states());
  flush_counters(*checker.run);
  begin_execution();
  restore_state(*root);
  const Alternatives here = list_alternatives();
  return here.count > 1 ? here.choices[split(here.choices, here.count)] : here.choices[0];
}

void stepped(bool) {}
void arrived(const Arrival&) {}

}  // namespace

const EngineFunctions sampling_engine{run_workers, begin, split, stepped, arrived, go_back};

}  // namespace omc
