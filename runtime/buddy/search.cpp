// Depth first. A node is a state that the search will come back to: a copy of the shared memory and
// a slot for each thread. Nodes share the slots of threads that have not moved between them.
#include "buddy/search.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "buddy/processes.h"
#include "buddy/protocol.h"
#include "buddy/visited_states.h"
#include "run/schedule.h"

namespace omc::buddy {
namespace {

struct SearchNode {
  int slots[max_buddies];  // -1: the thread has moved on, and nothing needs it here
  char* memory;            // a copy of what is used of the shared memory
  size_t used;
  int thread, outcome;  // the choice to be tried next
};

SearchNode* nodes;
size_t node_count;  // on the way from the beginning to the current state
Choice* path;       // one shorter
size_t most_nodes;
omc_buddy_result* found;
bool stops;

uint64_t limit_of(uint64_t limit, uint64_t otherwise) { return limit ? limit : otherwise; }

void incomplete(const char* why) {
  if (found->verdict == 0) found->verdict = 3;
  if (!found->reason[0]) snprintf(found->reason, sizeof found->reason, "%s", why);
}

// The path as text; the caller frees it.
char* schedule_text() {
  size_t steps = node_count ? node_count - 1 : 0, stretches = 0;
  auto* all = static_cast<Stretch*>(malloc((steps + 1) * sizeof(Stretch)));
  for (size_t i = 0; i < steps; i++)
    if (stretches && all[stretches - 1].choice == path[i])
      all[stretches - 1].count++;
    else
      all[stretches++] = {path[i], 1};
  size_t size = stretches * 24 + 1;
  auto* text = static_cast<char*>(malloc(size));
  text[0] = 0;
  format_schedule(all, stretches, text, size);
  free(all);
  return text;
}

void report(const char* kind, const char* message, int thread, const char* other = "") {
  found->bugs++;
  found->verdict = 1;
  if (!options->all) stops = true;
  char* schedule = schedule_text();
  omc_buddy_bug bug{kind, message, schedule, other, thread};
  if (options->bug) options->bug(&bug, options->context);
  free(schedule);
}

void report_deadlock(const SearchNode& node) {
  char text[text_size];
  size_t length = 0;
  bool any_done = false;
  for (int i = 0; i < options->threads; i++) {
    const ThreadSlot& slot = control->slots[node.slots[i]];
    any_done |= slot.status == StepEnd::done;
    if (slot.status != StepEnd::blocked || length >= sizeof text - 1) continue;
    length += static_cast<size_t>(snprintf(text + length, sizeof text - length,
                                           "%sthread %d waits for %s", length ? "; " : "", i,
                                           slot.waits[0] ? slot.waits : "a change"));
  }
  report(any_done ? "waits-for-ever" : "deadlock", text, -1);
}

// A step that did not end as it should; the process behind it is gone or will be.
void report_trouble(Trouble trouble, int slot) {
  const ThreadSlot& it = control->slots[slot];
  char text[text_size];
  switch (trouble) {
    case Trouble::died: {
      int status = control->status;
      const char* how = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : nullptr;
      snprintf(text, sizeof text, "the process of thread %d ended: %s", it.thread,
               how ? how : "it has called exit");
      control->died = -1;
      return report("crash", text, it.thread);
    }
    case Trouble::too_long:
      kill(it.pid, SIGKILL);
      snprintf(text, sizeof text, "a step of thread %d took too long, after %.200s", it.thread,
               it.site[0] ? it.site : "its start");
      break;
    case Trouble::no_fork:
      snprintf(text, sizeof text, "cannot fork: %s; raise the limit of processes (ulimit -u)",
               strerror(control->no_fork));
      found->verdict = 2;
      break;
    case Trouble::no_slot:
      snprintf(text, sizeof text, "more than %d processes at once; bound max_steps", max_slots);
      break;
    default:
      snprintf(text, sizeof text, "interrupted");
  }
  incomplete(text);
  stops = true;
}

Digest digest_of_memory() { return digest_of(shared, used_bytes(), 3); }

struct ThreadPart {
  Digest local;
  uint64_t counter_or_status;
  Wait wait;
};

Digest digest_of_threads(const SearchNode& node, bool by_counter) {
  ThreadPart parts[max_buddies];
  memset(parts, 0, sizeof parts);
  for (int i = 0; i < options->threads; i++) {
    const ThreadSlot& slot = control->slots[node.slots[i]];
    auto status = static_cast<uint64_t>(slot.status);
    if (!by_counter) parts[i].local = slot.local;
    parts[i].counter_or_status = by_counter ? slot.counter * 8 + status : status;
    if (slot.status == StepEnd::blocked) parts[i].wait = slot.wait;
  }
  return digest_of(parts, static_cast<size_t>(options->threads) * sizeof(ThreadPart), 4);
}

void check_race(const SearchNode& node, const Digest& state) {
  char* schedule = schedule_text();
  Digest memory = digest_of_memory();
  FirstOfCounter* first = first_of_counter(digest_of_threads(node, true), memory, schedule);
  if (first && !(first->state == memory) && !first->was_reported) {
    first->was_reported = true;
    report("order-race", "one combined execution counter, two different shared states", -1,
           first->schedule);
  }
  free(schedule);
  (void)state;
}

// Whether the state of the top node was explored before. Each state counts.
bool was_here(const SearchNode& node) {
  Digest state = digest_of_threads(node, false);
  state += digest_of_memory();
  if (options->races) check_race(node, state);
  bool full = false;
  bool visited = options->search == OMC_BUDDY_PRUNED && insert_state(state, full);
  if (full) incomplete("no memory for more states"), stops = true;
  if (!visited) found->states++;
  return visited;
}

void save_memory(SearchNode& node) {
  node.used = used_bytes();
  node.memory = static_cast<char*>(malloc(node.used));
  if (!node.memory) abort();
  memcpy(node.memory, shared, node.used);
}

void restore_memory(const SearchNode& node) { memcpy(shared, node.memory, node.used); }

bool can_go_on(const SearchNode& node, int thread) {
  return node.slots[thread] >= 0 && is_enabled(control->slots[node.slots[thread]]);
}

int outcomes_of(const SearchNode& node, int thread) {
  const ThreadSlot& slot = control->slots[node.slots[thread]];
  return slot.status == StepEnd::choosing ? slot.outcomes : 1;
}

// The first choice of the node at or behind (thread, outcome); false when there is none.
bool find_choice(SearchNode& node) {
  while (node.thread < options->threads) {
    if (can_go_on(node, node.thread) && node.outcome < outcomes_of(node, node.thread)) return true;
    node.thread++;
    node.outcome = 0;
  }
  return false;
}

void drop_node() {
  SearchNode& node = nodes[--node_count];
  for (int i = 0; i < options->threads; i++)
    if (node.slots[i] >= 0) release(node.slots[i]);
  free(node.memory);
}

// At a state in which no thread can go on.
void finish(const SearchNode& node) {
  found->executions++;
  for (int i = 0; i < options->threads; i++)
    if (control->slots[node.slots[i]].status != StepEnd::done) return report_deadlock(node);
  char* schedule = schedule_text();
  bool is_wrong = options->outcome && options->outcome(schedule, options->context);
  free(schedule);
  if (is_wrong) report("outcome", "", -1);
}

// Pushes the node behind a step of `thread`, whose slot there is `after`.
void push(const SearchNode& from, int thread, int outcome, int after) {
  SearchNode& node = nodes[node_count];
  path[node_count - 1] = {static_cast<uint16_t>(thread), static_cast<uint16_t>(outcome)};
  node_count++;
  memcpy(node.slots, from.slots, sizeof node.slots);
  node.slots[thread] = after;
  node.thread = node.outcome = 0;
  node.memory = nullptr;
  for (int i = 0; i < options->threads; i++)
    if (node.slots[i] >= 0) keep(node.slots[i]);
}

// One step from the top node. The shared memory is that of the node. False when it led to no state:
// a bug, or the end of an execution without one.
bool step_from_top(int thread, int outcome, bool may_move) {
  SearchNode& node = nodes[node_count - 1];
  int slot = node.slots[thread], after;
  bool moves = may_move && control->slots[slot].nodes == 1;
  found->steps++;
  Trouble trouble = take_step(slot, outcome, !moves, after);
  if (trouble == Trouble::no_fork || trouble == Trouble::no_slot) {
    report_trouble(trouble, slot);
    return false;
  }
  // Pushed first: the schedule of a bug contains the step.
  push(node, thread, outcome, after);
  if (moves) {
    nodes[node_count - 2].slots[thread] = -1;
    control->slots[after].nodes--;
  }
  if (trouble != Trouble::none) {
    report_trouble(trouble, after);
    return false;
  }
  ThreadSlot& now = control->slots[after];
  if (now.status == StepEnd::abandoned) return false;
  if (now.status == StepEnd::failed) {
    found->executions++;
    report(control->kind, control->text, thread);
    control->kind[0] = control->text[0] = 0;
    return false;
  }
  return true;
}

bool is_interrupted() {
  return found->steps % 256 == 0 && options->pulse && options->pulse(options->context);
}

void explore() {
  uint64_t most_states = limit_of(options->max_states, UINT64_MAX),
           most_executions = limit_of(options->max_executions, UINT64_MAX);
  was_here(nodes[0]);
  save_memory(nodes[0]);
  if (!find_choice(nodes[0])) return finish(nodes[0]);
  bool is_at_top = true;  // the shared memory is that of the top node
  while (node_count && !stops) {
    SearchNode& node = nodes[node_count - 1];
    if (!is_at_top) restore_memory(node);
    if (!find_choice(node)) {
      drop_node();
      is_at_top = false;
      continue;
    }
    int thread = node.thread, outcome = node.outcome++;
    SearchNode rest = node;
    bool is_last = !find_choice(rest);
    is_at_top = step_from_top(thread, outcome, is_last);
    if (is_at_top) {
      SearchNode& next = nodes[node_count - 1];
      SearchNode first = next;
      if (was_here(next)) {
        is_at_top = false;
      } else if (!find_choice(first)) {
        finish(next);
        is_at_top = false;
      } else if (node_count == most_nodes) {
        incomplete("max_steps");
        is_at_top = false;
      }
      if (is_at_top) save_memory(next);
    }
    // A step that led nowhere has a node all the same, unless there was no process for it.
    if (!is_at_top && node_count && !nodes[node_count - 1].memory) drop_node();
    if (found->states >= most_states) incomplete("max_states"), stops = true;
    if (found->executions >= most_executions && node_count)
      incomplete("max_executions"), stops = true;
    if (is_interrupted()) incomplete("interrupted"), stops = true;
  }
  if (!found->executions && !found->bugs)
    incomplete("no execution comes to an end: the threads may run for ever");
}

void drop_all_but_first() {
  while (node_count > 1) drop_node();
  restore_memory(nodes[0]);
}

uint64_t next_random(uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// A choice by chance. False when no thread can go on.
bool choose_one(const SearchNode& node, uint64_t& random, int& thread, int& outcome) {
  int enabled[max_buddies], count = 0;
  for (int i = 0; i < options->threads; i++)
    if (can_go_on(node, i)) enabled[count++] = i;
  if (!count) return false;
  thread = enabled[next_random(random) % static_cast<unsigned>(count)];
  outcome =
      static_cast<int>(next_random(random) % static_cast<unsigned>(outcomes_of(node, thread)));
  return true;
}

// Walks from the beginning; the first node stays, so that the next walk can begin there.
void walk_by_chance() {
  uint64_t executions = limit_of(options->max_executions, 1000);
  save_memory(nodes[0]);
  for (uint64_t i = 0; i < executions && !stops; i++) {
    uint64_t random = (options->seed ? options->seed : 1) * 0x2545f4914f6cdd1d + i;
    int thread, outcome;
    while (choose_one(nodes[node_count - 1], random, thread, outcome)) {
      if (!step_from_top(thread, outcome, node_count > 1)) break;
      was_here(nodes[node_count - 1]);
      if (node_count == most_nodes) {
        incomplete("max_steps");
        break;
      }
    }
    const SearchNode& end = nodes[node_count - 1];
    uint64_t unused = 1;
    bool has_ended = node_count > 1 || !choose_one(end, unused, thread, outcome);
    bool is_whole = has_ended && !stops;
    for (int k = 0; is_whole && k < options->threads; k++) {
      StepEnd status = control->slots[end.slots[k]].status;
      is_whole = status != StepEnd::failed && status != StepEnd::abandoned &&
                 status != StepEnd::starting && !can_go_on(end, k);
    }
    if (is_whole) finish(end);
    drop_all_but_first();
    if (is_interrupted()) incomplete("interrupted"), stops = true;
  }
  if (found->verdict == 0) incomplete("random");
}

void replay() {
  size_t capacity = most_nodes;
  auto* choices = static_cast<Choice*>(malloc(capacity * sizeof(Choice)));
  long count = parse_schedule(options->schedule ? options->schedule : "", choices, capacity);
  save_memory(nodes[0]);
  if (count < 0 || static_cast<size_t>(count) >= capacity) {
    found->verdict = 2;
    snprintf(found->reason, sizeof found->reason, "'%.200s' is not a schedule", options->schedule);
    count = 0;
  }
  bool goes_on = found->verdict == 0;
  for (long i = 0; i < count && goes_on; i++) {
    int thread = choices[i].thread, outcome = choices[i].outcome;
    const SearchNode& node = nodes[node_count - 1];
    if (thread >= options->threads || !can_go_on(node, thread) ||
        outcome >= outcomes_of(node, thread)) {
      found->verdict = 2;
      snprintf(found->reason, sizeof found->reason,
               "the schedule does not fit: thread %d cannot take step %ld", thread, i + 1);
      goes_on = false;
      break;
    }
    char site[site_size];
    memcpy(site, control->slots[node.slots[thread]].site, site_size);
    goes_on = step_from_top(thread, outcome, node_count > 1);
    if (nodes[node_count - 1].slots[thread] < 0) break;
    const ThreadSlot& now = control->slots[nodes[node_count - 1].slots[thread]];
    omc_buddy_step step{thread, outcome, site, now.status == StepEnd::starting ? "" : now.site,
                        now.waits};
    if (options->step) options->step(&step, options->context);
  }
  uint64_t unused = 1;
  int thread, outcome;
  if (goes_on && !choose_one(nodes[node_count - 1], unused, thread, outcome))
    finish(nodes[node_count - 1]);
  free(choices);
}

// The node in which every thread stands before its first statement.
bool begin() {
  SearchNode& first = nodes[0];
  memset(&first, 0, sizeof first);
  node_count = 1;
  for (int i = 0; i < options->threads; i++) first.slots[i] = -1;
  for (int i = 0; i < options->threads; i++) {
    int slot;
    Trouble trouble = start(i, slot);
    if (slot >= 0) first.slots[i] = slot, keep(slot);
    if (trouble != Trouble::none) return report_trouble(trouble, slot < 0 ? 0 : slot), false;
    StepEnd status = control->slots[slot].status;
    if (status == StepEnd::failed) return report(control->kind, control->text, i), false;
    if (status == StepEnd::abandoned) return false;
  }
  return true;
}

}  // namespace

void search(omc_buddy_result& result) {
  found = &result;
  stops = false;
  most_nodes = limit_of(options->max_steps, 10'000) + 1;
  nodes = static_cast<SearchNode*>(calloc(most_nodes, sizeof(SearchNode)));
  path = static_cast<Choice*>(calloc(most_nodes, sizeof(Choice)));
  forget_states();
  if (!nodes || !path) {
    incomplete("no memory for so many steps");
  } else if (begin()) {
    if (options->search == OMC_BUDDY_RANDOM)
      walk_by_chance();
    else if (options->search == OMC_BUDDY_REPLAY)
      replay();
    else
      explore();
  }
  end_all();
  for (size_t i = 0; i < node_count; i++) free(nodes[i].memory);
  node_count = 0;
  forget_states();
  free(nodes);
  free(path);
}

}  // namespace omc::buddy
