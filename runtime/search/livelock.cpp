#include "search/livelock.h"

#include "report/bugs.h"
#include "search/state.h"
#include "search/visited.h"
#include "world/run_records.h"
#include "world/world.h"

namespace omc {

namespace {

constexpr const char* endless_text =
    "from here on the program cannot end: its threads go round for ever";

void store_loop(const Loop& loop, BugRecord& record) {
  Run& run = *checker.run;
  if (loop.begin == no_state) return;
  uint64_t stretches = schedule_of_loop(loop, nullptr, 0);
  record.other_schedule = pool_take(run, stretches * sizeof(Stretch));
  if (!record.other_schedule) return;
  record.other_schedule_stretches = stretches;
  schedule_of_loop(loop, at<Stretch>(run, record.other_schedule), stretches);
}

}  // namespace

bool closes_loop() {
  static Digest before;
  const Run& run = *checker.run;
  uint64_t steps = world().schedule.steps;
  if (!checker.is_replay || !run.loop_length || steps < run.loop_begin) return false;
  if ((steps - run.loop_begin) % run.loop_length) return false;
  Digest now = observe_state().key;
  bool is_closed = steps > run.loop_begin && now.low == before.low && now.high == before.high;
  before = now;
  if (is_closed) record_bug(*world().last_thread, {BugKind::livelock, endless_text});
  return is_closed;
}

void find_livelock() {
  Run& run = *checker.run;
  const Options& options = checker.options;
  // A bug that ended an execution counts as an ending.
  bool whole = !run.incomplete && !run.stop && !run.decided && options.search != Search::exhaustive;
  if (!whole || !options.checks_for(BugKind::livelock)) return;
  StateId state = find_endless_state();
  if (state == no_state) return;
  if (run.bug_count == max_bugs) return void(run.bugs_dropped++);
  Loop loop = find_loop();
  if (loop.begin != no_state) state = loop.begin;
  uint64_t stretches = schedule_to(state, nullptr, 0);
  uint64_t schedule = pool_take(run, stretches * sizeof(Stretch) + 1);
  if (!schedule) return;
  schedule_to(state, at<Stretch>(run, schedule), stretches);
  BugRecord& record = run.bugs[run.bug_count];
  record.kind = BugKind::livelock;
  record.text = store_text(endless_text);
  store_loop(loop, record);
  record.schedule = schedule;
  record.schedule_stretches = stretches;
  if (stretches) record.thread = at<Stretch>(run, schedule)[stretches - 1].choice.thread;
  record.count = 1;
  record.identity = static_cast<uint64_t>(BugKind::livelock) + 1;
  run.bug_count = run.bug_count + 1;
}

}  // namespace omc
