#include "search/livelock.h"

#include "search/visited.h"
#include "world/run_records.h"
#include "world/world.h"

namespace omc {

void find_livelock() {
  Run& run = *checker.run;
  const Options& options = checker.options;
  // A bug that ended an execution counts as an ending.
  bool whole = !run.incomplete && !run.stop && !run.decided && options.search == Search::pruned;
  if (!whole || !options.checks_for(BugKind::livelock)) return;
  StateId state = find_endless_state();
  if (state == no_state) return;
  if (run.bug_count == max_bugs) return void(run.bugs_dropped++);
  uint64_t stretches = schedule_to(state, nullptr, 0);
  uint64_t schedule = pool_take(run, stretches * sizeof(Stretch) + 1);
  if (!schedule) return;
  schedule_to(state, at<Stretch>(run, schedule), stretches);
  BugRecord& record = run.bugs[run.bug_count];
  record.kind = BugKind::livelock;
  record.text = store_text("from here on the program cannot end: its threads go round for ever");
  record.schedule = schedule;
  record.schedule_stretches = stretches;
  if (stretches) record.thread = at<Stretch>(run, schedule)[stretches - 1].choice.thread;
  record.count = 1;
  record.identity = static_cast<uint64_t>(BugKind::livelock) + 1;
  run.bug_count = run.bug_count + 1;
}

}  // namespace omc
