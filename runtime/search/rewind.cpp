// The engine that restores the program in place, page by page. The search tree is a stack of frames
// in this process, one for each state with alternatives left.
//
// When memory runs out, every second checkpoint is dropped. A state without a checkpoint is reached
// by taking the steps from the nearest checkpoint below it, which saves the dropped checkpoints
// again.
#include <cstring>

#include "platform/assert.h"
#include "races/co_enabled_races.h"
#include "search/branch.h"
#include "search/engine.h"
#include "search/pass.h"
#include "search/state.h"
#include "search/visited.h"
#include "search/workers.h"
#include "snapshot/page_copies.h"
#include "steps/reduction.h"
#include "steps/step.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

struct SearchFrame {
  ScheduleEnd path;  // the end of the schedule to this state
  uint64_t state;    // world().state there
  uint64_t co_enabled;
  uint64_t preemptions;
  Checkpoint* saved;  // null: dropped
  Choice* choices;
  uint32_t count;        // choices that were not given away
  uint32_t next;         // the next one to take
  uint32_t capacity;     // of `choices`
  Branch* branch;        // reduced search: which of the choices are taken, or null
  uint64_t open_states;  // of the states below, this one included
};

SearchFrame* frames;
uint64_t frame_count;
Checkpoint* root;          // the initial state
size_t most_copied_bytes;  // for checkpoints

// Reduced search: the states on the way to the current one that this worker has not left.
StateId* open_states;
uint64_t open_count;
bool awaits_child;  // the last step was a choice of the newest frame

// ---- Saving ----

// Drops every second checkpoint except the newest, which is needed next.
void thin() {
  bool drop = false;
  for (uint64_t i = 0; i + 1 < frame_count; i++) {
    if (!frames[i].saved) continue;
    if (drop) drop_state(frames[i].saved), frames[i].saved = nullptr;
    drop = !drop;
  }
}

// Not after the program has started a child process: a restore must replay from before that, which
// starts another child.
void save(SearchFrame& frame) {
  if (world().has_children) return;
  if (copied_bytes() > most_copied_bytes) thin();
  frame.saved = save_state();
}

void push(const Choice* choices, unsigned n) {
  const World& w = world();
  SearchFrame& frame = frames[frame_count++];
  frame = {w.schedule, w.state, w.co_enabled, w.preemptions, nullptr, nullptr, n,
           1,          n,       nullptr,      open_count};
  frame.choices = static_cast<Choice*>(allocate_record(n * sizeof(Choice)));
  memcpy(frame.choices, choices, n * sizeof(Choice));
  save(frame);
}

void pop() {
  SearchFrame& frame = frames[--frame_count];
  if (frame.saved) drop_state(frame.saved);
  if (frame.branch) drop_branch(frame.branch);
  free_record(frame.choices, frame.capacity * sizeof(Choice));
}

// ---- Going back ----

// Main runs outside of the schedule while it is the only enabled thread (omc_run_threads).
void run_outside() {
  Thread& main = world().threads[0];
  while (main.takes_no_steps && world().stop == Stop::point && is_enabled(main)) run_step(main, 0);
}

// Takes the steps of the current schedule up to `depth`, without examining states.
void replay_to(uint64_t depth) {
  World& w = world();
  uint64_t hooks = counters.hooks;
  while (w.schedule.steps < depth) {
    run_outside();
    Choice choice = next_choice();
    OMC_ASSERT(w.stop == Stop::point);
    set_latest_stop(end_of_next_stretch() < depth ? end_of_next_stretch() : depth);
    run_step(*thread_numbered(choice.thread), choice.outcome);
  }
  OMC_ASSERT(w.schedule.steps == depth);
  set_latest_stop(UINT64_MAX);
  run_outside();
  counters.hooks = hooks;
}

void restore(SearchFrame& frame) {
  World& w = world();
  seal_schedule();
  if (frame.saved) {
    restore_state(*frame.saved);
  } else {
    uint64_t i = static_cast<uint64_t>(&frame - frames), below = i;
    while (below > 0 && !frames[below - 1].saved) below--;
    restore_state(below ? *frames[below - 1].saved : *root);
    for (; below <= i; below++) {
      replay_to(frames[below].path.steps);
      observe_state();
      w.state = frames[below].state;
      w.co_enabled = frames[below].co_enabled;
      w.preemptions = frames[below].preemptions;
      if (below < i || frame.branch || frame.count - frame.next > 1) save(frames[below]);
    }
  }
}

// Restores the state of a job and returns the choice to take there.
Choice begin_job(const Job& job) {
  World& w = world();
  restore_state(*root);
  OMC_ASSERT(job.path.stretches <= checker.most_steps);
  set_schedule(job.stretches, job.path.stretches);
  replay_to(job.path.steps);
  observe_state();
  w.state = job.state;
  w.co_enabled = job.co_enabled;
  w.preemptions = job.preemptions;
  return job.next;
}

// The index of a choice that another worker may take, or no_choice.
unsigned choice_to_share(const SearchFrame& frame) {
  if (frame.branch) return choice_for_others(*frame.branch);
  return frame.next < frame.count ? frame.count - 1 : no_choice;
}

// Gives away the choice nearest to the root, which likely leads to the largest subtree. False when
// there is none.
bool share_job() {
  for (uint64_t i = 0; i < frame_count; i++) {
    SearchFrame& frame = frames[i];
    unsigned choice = choice_to_share(frame);
    if (choice == no_choice) continue;
    bool is_given = offer_job({current_stretches(), frame.path, frame.choices[choice], frame.state,
                               frame.co_enabled, frame.preemptions});
    if (is_given && frame.branch) give_away(*frame.branch, choice);
    if (is_given && !frame.branch) frame.count--;
    return is_given;
  }
  return false;
}

// A state whose choices are given away is not reduced. A short search is over before that pays.
bool is_long_search() { return checker.run->stats.states > few_states; }

// To find out that there is nothing to give away takes a look at all frames.
void share_now_and_then() {
  constexpr unsigned pause_after_failure = 100;  // states
  static unsigned pause;
  if (pause)
    pause--;
  else if (job_is_wanted() && is_long_search() && !share_job())
    pause = pause_after_failure;
}

// ---- Reduced search ----

// Their subtrees are explored.
void leave_states(uint64_t from) {
  while (open_count > from) mark_left(open_states[--open_count]);
}

void stepped(bool ended_execution) {
  if (!awaits_child) return;
  Branch& branch = *frames[frame_count - 1].branch;
  add_uses(branch, ended_execution);
  if (ended_execution) add_left_child(branch), awaits_child = false;
}

void arrived(const Arrival& arrival) {
  bool is_first = arrival.reached == Reached::first;
  if (is_first) open_states[open_count++] = arrival.id;
  if (awaits_child && (is_first || arrival.is_left))
    add_left_child(*frames[frame_count - 1].branch);
  awaits_child = false;
}

// The next choice of the newest frame; false when it takes no more of them.
bool take_from_branch(SearchFrame& frame, unsigned& choice) {
  choice = next_choice_of(*frame.branch);
  awaits_child = choice != no_choice;
  if (awaits_child) return true;
  if (leave_branch(*frame.branch)) close_co_enabled(frame.co_enabled);
  pop();
  return false;
}

// ---- The engine ----

bool begin() {
  frames =
      static_cast<SearchFrame*>(checker_memory((checker.most_steps + 1) * sizeof(SearchFrame)));
  uint64_t quarter = checker.run->bytes / 4;
  most_copied_bytes = quarter / (checker.options.jobs ? checker.options.jobs : 1);
  open_states = static_cast<StateId*>(checker_memory((checker.most_steps + 1) * sizeof(StateId)));
  observe_state();
  root = save_state();
  bool first = is_first_worker();
  if (!first) counters = {};  // the first worker has counted the steps to here
  return first;
}

unsigned split(const Choice* alternatives, unsigned n) {
  push(alternatives, n);
  if (assumes(Assumption::recorded_uses)) {
    SearchFrame& frame = frames[frame_count - 1];
    frame.branch = open_branch(alternatives, n);
    unsigned choice = 0;
    take_from_branch(frame, choice);
    share_now_and_then();
    return choice;
  }
  if (job_is_wanted()) share_job();
  return 0;
}

// Pops the newest frame if it has none.
bool has_choice(SearchFrame& frame, unsigned& choice) {
  if (frame.branch) {
    leave_states(frame.open_states);
    return take_from_branch(frame, choice);
  }
  bool has = frame.next < frame.count;
  if (!has) pop();
  return has;
}

Choice go_back() {
  // The limit on executions is checked against the counter in the Run, so each one is flushed.
  uint64_t flush_after = checker.options.max_executions == UINT64_MAX ? 64 : 1;
  awaits_child = false;
  unsigned choice = 0;
  while (frame_count && !has_choice(frames[frame_count - 1], choice)) {
  }
  if (!frame_count || checker.run->stop) {
    if (!frame_count) leave_states(0);
    flush_counters(*checker.run);
    return begin_job(wait_for_job());
  }
  if (counters.executions >= flush_after) flush_counters(*checker.run);
  SearchFrame& frame = frames[frame_count - 1];
  restore(frame);
  if (frame.branch) return frame.choices[choice];
  Choice next = frame.choices[frame.next++];
  if (frame.next == frame.count) pop();
  return next;
}

}  // namespace

const EngineFunctions rewind_engine{run_workers, begin, split, stepped, arrived, go_back};

}  // namespace omc
