#include "search/livelock.h"

#include <cstring>

#include "races/running_step.h"
#include "report/bugs.h"
#include "search/fair_cycles.h"
#include "search/state.h"
#include "search/visited.h"
#include "world/run_records.h"
#include "world/world.h"

namespace omc {

namespace {

constexpr const char* endless_text =
    "from here on the program cannot end: its threads go round for ever";
constexpr const char* turns_text =
    "the threads can take turns for ever, and each fails to take what it tries to take";

Stretch* take_stretches(uint64_t n, uint64_t& offset) {
  offset = pool_take(*checker.run, n * sizeof(Stretch) + 1);
  return offset ? at<Stretch>(*checker.run, offset) : nullptr;
}

// A record of a livelock in `state`, without its loop; null when there is no room.
BugRecord* add_livelock(StateId state, const char* text) {
  Run& run = *checker.run;
  if (run.bug_count == max_bugs) return run.bugs_dropped++, nullptr;
  uint64_t stretches = schedule_to(state, nullptr, 0), offset;
  Stretch* schedule = take_stretches(stretches, offset);
  if (!schedule) return nullptr;
  schedule_to(state, schedule, stretches);
  BugRecord& record = run.bugs[run.bug_count];
  record.kind = BugKind::livelock;
  record.text = store_text(text);
  record.schedule = offset;
  record.schedule_stretches = stretches;
  if (stretches) record.thread = schedule[stretches - 1].choice.thread;
  record.count = 1;
  record.identity = static_cast<uint64_t>(BugKind::livelock) + 1;
  run.bug_count = run.bug_count + 1;
  return &record;
}

void store_loop(const Loop& loop, BugRecord& record) {
  if (loop.begin == no_state) return;
  uint64_t stretches = schedule_of_loop(loop, nullptr, 0);
  Stretch* out = take_stretches(stretches, record.other_schedule);
  if (!out) return;
  record.other_schedule_stretches = stretches;
  schedule_of_loop(loop, out, stretches);
}

void add_fair_cycle(const FairCycle& cycle) {
  uint64_t offset;
  Stretch* loop = take_stretches(cycle.stretches, offset);
  BugRecord* record = loop ? add_livelock(cycle.begin, turns_text) : nullptr;
  if (!record) return;
  memcpy(loop, cycle.round, cycle.stretches * sizeof(Stretch));
  record->other_schedule = offset;
  record->other_schedule_stretches = cycle.stretches;
  record->takes_turns = 1;
}

// ---- The replay of a loop ----

// The threads that have taken a step in this round, as bits.
struct Round {
  Digest begin;
  uint64_t taken, failed, in_program;
};

// A round in which each thread fails a try is a livelock when the program's own statements go
// round. std::lock does the same inside of one statement, and counts as right.
bool takes_turns(const Round& round) {
  bool are_several = round.taken & (round.taken - 1);
  return are_several && round.failed == round.taken;
}

void record_step(Round& round) {
  const Thread& thread = *world().last_thread;
  uint64_t bit = uint64_t{1} << thread.number % 64;
  round.taken |= bit;
  if (running_step.failed_try) round.failed |= bit;
  if (thread.pending.op == Op::hook) round.in_program |= bit;
}

}  // namespace

bool closes_loop() {
  static Round round;
  const Run& run = *checker.run;
  uint64_t steps = world().schedule.steps;
  if (!checker.is_replay || !run.loop_length || steps < run.loop_begin) return false;
  if (steps > run.loop_begin) record_step(round);
  if ((steps - run.loop_begin) % run.loop_length) return false;
  Digest now = observe_state().key;
  bool is_closed =
      steps > run.loop_begin && now.low == round.begin.low && now.high == round.begin.high;
  bool turns = takes_turns(round), is_library = round.in_program != round.taken;
  round = {now, 0, 0, 0};
  if (!is_closed || (turns && is_library)) return false;
  record_bug(*world().last_thread, {BugKind::livelock, turns ? turns_text : endless_text});
  return true;
}

void find_livelock() {
  Run& run = *checker.run;
  const Options& options = checker.options;
  // A bug that ended an execution counts as an ending.
  bool whole = !run.incomplete && !run.stop && !run.decided && options.search != Search::exhaustive;
  // Within a preemption bound a thread may spin because no other may run.
  if (options.max_preemptions != UINT64_MAX) return;
  if (!whole || !options.checks_for(BugKind::livelock)) return;
  StateId state = find_endless_state();
  if (state != no_state) {
    Loop loop = find_loop();
    BugRecord* record = add_livelock(loop.begin != no_state ? loop.begin : state, endless_text);
    if (record) store_loop(loop, *record);
    return;
  }
  // Only a replay tells whether the program's own code goes round.
  if (run.is_from_driver) find_fair_cycles(add_fair_cycle);
}

}  // namespace omc
