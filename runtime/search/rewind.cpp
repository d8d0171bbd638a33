// The engine that goes back in place: what the program has written is put back, page by page. The
// search tree is a stack of frames in this process, one for each state that has alternatives left.
//
// Not every frame has a checkpoint: when memory runs out every second one is dropped, and such a
// state is reached from the nearest one below by taking the steps between again, which brings the
// dropped ones back.
#include <cstring>

#include "platform/assert.h"
#include "search/engine.h"
#include "search/state.h"
#include "search/workers.h"
#include "snapshot/page_copies.h"
#include "steps/reduction.h"
#include "steps/step.h"
#include "threads/waiting.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

struct Frame {
  ScheduleEnd path;  // of the schedule to this state
  uint64_t state;    // its id, as world().state
  uint64_t meeting;
  uint64_t preemptions;
  Checkpoint* saved;  // null: dropped
  Choice* choices;
  uint32_t count, next,
      room;  // alternatives left for this process, the next one, and how many there were
};

Frame* frames;
uint64_t frame_count;
Checkpoint* root;  // the initial state
size_t most_kept;  // bytes for checkpoints

// ---- Saving ----

// Drops every second checkpoint, the newest apart, which is needed next.
void thin() {
  bool drop = false;
  for (uint64_t i = 0; i + 1 < frame_count; i++) {
    if (!frames[i].saved) continue;
    if (drop) drop_state(frames[i].saved), frames[i].saved = nullptr;
    drop = !drop;
  }
}

// Not after the program has started a process: the way back to such a state begins before that, and
// starts another.
void save(Frame& frame) {
  if (world().has_children) return;
  if (kept_bytes() > most_kept) thin();
  frame.saved = save_state();
}

void push(const Choice* choices, unsigned n) {
  const World& w = world();
  Frame& frame = frames[frame_count++];
  frame = {w.schedule, w.state, w.meeting, w.preemptions, nullptr, nullptr, n, 1, n};
  frame.choices = static_cast<Choice*>(keep_room(n * sizeof(Choice)));
  memcpy(frame.choices, choices, n * sizeof(Choice));
  save(frame);
}

void pop() {
  Frame& frame = frames[--frame_count];
  if (frame.saved) drop_state(frame.saved);
  release_room(frame.choices, frame.room * sizeof(Choice));
}

// ---- Going back ----

// Main takes its steps outside the schedule while it is the only one left (omc_run_threads).
void run_outside() {
  Thread& main = world().threads[0];
  while (main.takes_no_steps && world().stop == Stop::point && is_enabled(main)) run_step(main, 0);
}

// Takes the steps of the path again, from where the program is to `depth`, without looking at
// states.
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

void restore(Frame& frame) {
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
      w.meeting = frames[below].meeting;
      w.preemptions = frames[below].preemptions;
      if (below < i || frame.count - frame.next > 1) save(frames[below]);
    }
  }
}

// The program at the state that a piece of work begins with; gives the choice to take there.
Choice begin_work(const Work& work) {
  World& w = world();
  restore_state(*root);
  OMC_ASSERT(work.path.stretches <= checker.most_steps);
  set_schedule(work.stretches, work.path.stretches);
  replay_to(work.path.steps);
  observe_state();
  w.state = work.state;
  w.meeting = work.meeting;
  w.preemptions = work.preemptions;
  return work.next;
}

// Gives away the alternative nearest to the beginning: it is likely to be the largest piece.
void share_work() {
  for (uint64_t i = 0; i < frame_count; i++) {
    Frame& frame = frames[i];
    if (frame.next >= frame.count) continue;
    Choice choice = frame.choices[frame.count - 1];
    if (offer_work({current_stretches(), frame.path, choice, frame.state, frame.meeting,
                    frame.preemptions}))
      frame.count--;
    return;
  }
}

// ---- The engine ----

bool begin() {
  frames = static_cast<Frame*>(checker_memory((checker.most_steps + 1) * sizeof(Frame)));
  uint64_t quarter = checker.run->bytes / 4;
  most_kept = quarter / (checker.options.jobs ? checker.options.jobs : 1);
  observe_state();
  root = save_state();
  bool first = is_first_worker();
  if (!first) counters = {};  // what led here was counted by the first
  return first;
}

unsigned split(const Choice* alternatives, unsigned n) {
  push(alternatives, n);
  if (work_is_wanted()) share_work();
  return 0;
}

Choice go_back() {
  // A limit on executions is looked at in the run's counter.
  uint64_t flush_after = checker.options.max_executions == UINT64_MAX ? 64 : 1;
  while (frame_count && frames[frame_count - 1].next >= frames[frame_count - 1].count) pop();
  if (!frame_count || checker.run->stop) {
    flush_counters(*checker.run);
    return begin_work(wait_for_work());
  }
  if (counters.executions >= flush_after) flush_counters(*checker.run);
  Frame& frame = frames[frame_count - 1];
  restore(frame);
  Choice next = frame.choices[frame.next++];
  if (frame.next == frame.count) pop();
  return next;
}

}  // namespace

const EngineFunctions rewind_engine{run_workers, begin, split, go_back};

}  // namespace omc
