// The search loop: read this first. At each state the search examines the state, takes one of the
// choices, and runs that thread to the next state. At a state with several choices, the engine
// makes each of them happen (search/engine.h).
#include "search/explore.h"

#include <sys/resource.h>

#include <cstdio>

#include "heap/heap.h"
#include "kernel/external_sources.h"
#include "kernel/file_records.h"
#include "kernel/output.h"
#include "kernel/polling.h"
#include "kernel/syscalls.h"
#include "kernel/working_directory.h"
#include "platform/assert.h"
#include "platform/context.h"
#include "platform/raw_syscall.h"
#include "races/access_history.h"
#include "races/co_enabled_races.h"
#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_model/sc_order.h"
#include "races/memory_model/stores.h"
#include "races/running_step.h"
#include "report/bugs.h"
#include "report/outcomes.h"
#include "report/replay_trace.h"
#include "search/branch.h"
#include "search/crash.h"
#include "search/engine.h"
#include "search/fair_run.h"
#include "search/livelock.h"
#include "search/pass.h"
#include "search/state.h"
#include "search/visited.h"
#include "search/watchdog.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "steps/step.h"
#include "threads/debugger.h"
#include "threads/scheduler.h"
#include "threads/signals.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned max_alternatives = 1 << 16;
constexpr size_t search_stack = 1 << 20;

Choice* alternatives;
unsigned alternative_count;
Body explored;

bool examine();
Choice next_of_schedule(const EngineFunctions& way);
[[noreturn]] void end_replay();
Choice split(const EngineFunctions& way);
Choice only_alternative();
void take(Choice choice);
void prepare();

[[noreturn]] void search() {
  prepare();
  const EngineFunctions& way = engine();
  bool over = !way.begin() || examine();
  for (;; over = examine()) {
    if (over && checker.is_replay) end_replay();
    if (over && is_fair_run()) end_fair_run();
    Choice next = over                    ? way.go_back()
                  : follows_schedule()    ? next_of_schedule(way)
                  : is_fair_run()         ? next_fair_choice(alternatives, alternative_count)
                  : alternative_count > 1 ? split(way)
                                          : only_alternative();
    take(next);
  }
}

// A sample takes one step at each state, and follows clocks instead of comparing steps.
Choice split(const EngineFunctions& way) {
  bool takes_one = checker.options.samples();
  world().co_enabled = takes_one ? 0 : open_co_enabled(alternatives, alternative_count);
  return alternatives[way.split(alternatives, alternative_count)];
}

Choice only_alternative() {
  world().co_enabled = 0;
  return alternatives[0];
}

// ---- Examining a state ----

bool end_execution() {
  counters.executions++;
  if (should_restart()) checker.run->stop = 1;
  return true;
}

// The execution ends here, though the program does not.
bool end_at_state() {
  if (world().state != no_state) mark_ending(world().state);
  return end_execution();
}

bool broken_invariant() {
  World& w = world();
  for (unsigned i = 0; i < w.invariant_count; i++) {
    if (!w.invariants[i].fn(w.invariants[i].arg)) continue;
    if (!checker.options.checks_for(BugKind::assertion)) continue;
    record_bug(*w.last_thread, {BugKind::assertion, "an invariant does not hold",
                                reinterpret_cast<const void*>(w.invariants[i].fn)});
    return true;
  }
  return false;
}

// With a preemption bound, two states differ when their remaining bounds differ, or when different
// threads can continue without a preemption.
void mix_preemptions(Digest& key) {
  if (checker.options.max_preemptions == UINT64_MAX) return;
  const World& w = world();
  uint64_t words[] = {w.preemptions, is_enabled(*w.last_thread) ? w.last_thread->slot + 1u : 0u};
  key += digest_of(words, sizeof words, 1);
}

// The counter counts statements, so it says nothing about a thread inside of one.
bool all_between_statements() {
  for (unsigned i = 0; i < world().thread_count; i++) {
    const Thread& thread = world().threads[i];
    if (!thread.ended && (thread.pending.op == Op::atomic || thread.pending.op == Op::access))
      return false;
  }
  return true;
}

void compare_counter(const State& state, StateId id) {
  if (!all_between_statements()) return;
  CounterEntry met = visit_counter(state.counter, state.shared, id);
  if (met.is_new || met.same) return;
  static Stretch* other;
  if (!other) other = static_cast<Stretch*>(checker_memory(checker.most_steps * sizeof(Stretch)));
  uint64_t stretches = schedule_to(met.first, other, checker.most_steps);
  if (stretches <= checker.most_steps) record_order_race(*world().last_thread, other, stretches);
}

// True when another execution explores, or has explored, everything that follows from this state.
bool was_visited() {
  World& w = world();
  const Options& options = checker.options;
  bool wants_counter = options.checks_for(BugKind::order_race);
  State state = observe_state();
  mix_preemptions(state.key);
  if (uint64_t level = depth_level()) state.key += digest_of(&level, sizeof level, 2);
  if (wants_counter) state.key += state.counter;
  Choice choice =
      w.schedule.steps > w.extra_steps ? w.last_choice : Choice{w.last_thread->number, 0};
  Step step{w.state, choice, static_cast<uint32_t>(w.extra_steps), running_step.failed_try};
  Arrival arrival = visit(state.key, step);
  if (arrival.reached == Reached::no_room) {
    stop_incomplete(Incomplete::memory, "the table of visited states is full (--memory)");
    return true;
  }
  w.state = arrival.id;
  if (assumes(Assumption::recorded_uses)) learn_pending_uses(), engine().arrived(arrival);
  if (wants_counter) compare_counter(state, arrival.id);
  if (arrival.reached == Reached::first || options.search == Search::exhaustive) return false;
  counters.pruned++;
  if (step.from != no_state && !record_edge(step, arrival.id))
    stop_incomplete(Incomplete::memory,
                    "there is no room to remember how states are connected (--memory)");
  return true;
}

// A sampled execution comes to its end before a restart, because its schedule is not repeated.
bool past_limit() {
  const Options& options = checker.options;
  Stats& stats = checker.run->stats;
  if (stats.states > options.max_states || should_probe_races())
    stop_incomplete(Incomplete::states);
  if (options.samples()) return checker.run->decided || checker.run->incomplete;
  if (stats.executions >= options.max_executions) stop_incomplete(Incomplete::executions);
  return checker.run->stop;
}

bool anybody_waits_outside() {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (waits_outside(world().threads[i])) return true;
  return false;
}

void count_threads() {
  unsigned n = world().thread_count;
  if (world().staged) n--;
  if (n > counters.threads) counters.threads = n;
}

// Adds the hooks of threads that wait at a visible operation instead: a replay stops them at the
// hook.
void add_hooks_of_waiting() {
  World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++)
    if (!w.threads[i].ended && w.threads[i].resumes_hook) extend_schedule({w.threads[i].number, 0});
}

// Reports a thread that waits for an object which was freed, before the wait or during it.
bool waits_in_freed_memory() {
  const World& w = world();
  if (!checker.options.checks_for(BugKind::memory)) return false;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    auto address = reinterpret_cast<uintptr_t>(thread.pending.object);
    if (thread.ended || !in_heap(address) || block_at(address).life != Life::freed) continue;
    record_bug(thread, {BugKind::memory, "wait in freed memory", thread.pending.object});
    return true;
  }
  return false;
}

void stop_at_right_ending() {
  const World& w = world();
  Run& run = *checker.run;
  bool is_right =
      !w.exit_signal && static_cast<uint32_t>(w.exit_status) == checker.options.expected_exit;
  if (run.seeks_right_ending && is_right) run.decided = run.stop = 1;
}

// Examines the current state. True when the execution ends here.
bool examine() {
  World& w = world();
  count_threads();
  if (w.schedule.steps > counters.max_depth) counters.max_depth = w.schedule.steps;
  if (w.stop != Stop::point) {
    if (w.stop == Stop::exited) record_outcome(), check_exit_status(), stop_at_right_ending();
    counters.endings += w.stop == Stop::exited || w.stop == Stop::bug;
    if (w.state != no_state) mark_ending(w.state), record_last_step({w.state, w.last_choice});
    return end_execution();
  }
  bool explores = !follows_schedule() && !is_fair_run();
  if (explores && past_limit()) return true;
  list_alternatives();
  if (explores && !checker.options.samples() && was_visited()) return end_execution();
  if (broken_invariant() || closes_loop() || (alternative_count && too_long()))
    return end_at_state();
  if (alternative_count) return false;
  counters.endings++;
  add_hooks_of_waiting();
  if (anybody_waits_outside())
    stop_incomplete(Incomplete::stalled,
                    "a thread waits for a descriptor that only the kernel knows of");
  else if (!waits_in_freed_memory())
    record_bug(*w.last_thread, {BugKind::deadlock});
  return end_at_state();
}

// ---- Choices ----

bool within_bound(const Thread& thread) {
  const World& w = world();
  if (checker.options.max_preemptions == UINT64_MAX || &thread == w.last_thread || is_fair_run())
    return true;
  return w.preemptions < checker.options.max_preemptions || !is_enabled(*w.last_thread);
}

void add_alternatives(Thread& thread) {
  if (!is_enabled(thread) || !within_bound(thread)) return;
  unsigned n = outcomes_of(thread);
  OMC_ASSERT(alternative_count + n <= max_alternatives);
  for (unsigned i = 0; i < n; i++)
    if (offers_outcome(thread, i))
      alternatives[alternative_count++] = {thread.number, static_cast<uint16_t>(i)};
}

[[noreturn]] void end_replay() {
  Run& run = *checker.run;
  complete_value();
  stop_for_debugger_at_end();
  Standing standing = store_standing();
  run.standing = standing.threads;
  run.standing_count = standing.thread_count;
  if (run.wants_memory) record_memory();
  engine().go_back();
  __builtin_unreachable();
}

// The next choice of the schedule to follow.
Choice next_of_schedule(const EngineFunctions& way) {
  Run& run = *checker.run;
  World& w = world();
  const Choice* schedule = at<Choice>(run, run.schedule);
  for (unsigned i = 0; i < alternative_count; i++) {
    if (thread_numbered(alternatives[i].thread)->takes_no_steps) return alternatives[i];
    if (w.schedule.steps < run.schedule_length && alternatives[i] == schedule[w.schedule.steps])
      return alternatives[i];
  }
  if (w.schedule.steps < run.schedule_length) run.replay_diverged = w.schedule.steps + 1;
  if (checker.is_replay) end_replay();
  run.stop = 1;
  return way.go_back();
}

void take(Choice choice) {
  World& w = world();
  Thread& thread = *thread_numbered(choice.thread);
  if (&thread != w.last_thread && is_enabled(*w.last_thread)) w.preemptions++;
  if (!thread.takes_no_steps) counters.steps++;
  if (counters.steps % 1024 == 1023) flush_counters(*checker.run);
  if (checker.is_replay) before_replayed_step();
  if (assumes(Assumption::recorded_uses)) foresee_step(thread);
  uint64_t co_enabled = w.co_enabled;
  run_step(thread, choice.outcome);
  if (checker.is_replay)
    compare_with_last_step(choice);
  else
    compare_co_enabled(co_enabled, choice);
  if (!assumes(Assumption::recorded_uses)) return;
  // Whether a cycle is fair depends on all steps of its states (search/fair_cycles.h).
  if (running_step.failed_try && checker.options.checks_for(BugKind::livelock))
    return refute(Assumption::recorded_uses);
  learn_uses_of_step(thread);
  engine().stepped(w.stop != Stop::point);
}

// ---- Setup ----

void open_world() {
  size_t behind = (uintptr_t{8} << 30) + 2 * max_output;
  bool mapped = map_at(world_address, behind, 3);
  OMC_ASSERT(mapped);
  uint64_t steps = checker.is_replay ? checker.run->schedule_length : checker.options.max_steps;
  // Counted in stretches. Each step can add one, and so can every thread at the end.
  checker.most_steps = 2 * steps + max_threads;
  open_current_schedule(checker.most_steps + most_fair_run_switches);
  alternatives = static_cast<Choice*>(checker_memory(max_alternatives * sizeof(Choice)));
}

size_t main_stack_size() {
  struct rlimit limit{};
  raw_syscall(SYS_getrlimit, RLIMIT_STACK, as_long(&limit));
  return limit.rlim_cur < max_stack ? limit.rlim_cur : max_stack;
}

void first_thread() {
  explored.fn(explored.arg);
  // Main would have called exit, so this was another function. Its output is part of the outcome.
  fflush(nullptr);
  world().exit_status = 0;
  leave(Stop::exited);
}

// Runs on the stack of the search, so that all memory of the program can be watched. The first
// thread then runs to its first point, which is the initial state.
void prepare() {
  if (!checker.is_replay)
    open_visited(*checker.run);
  else
    begin_trace(), announce_to_debugger();
  World& w = world();
  make_world(main_stack_size(), first_thread);
  adopt_signals();
  note_directory();
  install_handlers();
  w.current = &w.threads[0];
  go_awake();
  watch_program();
  open_file_records();
  prepare_stdio();
  redirect_vdso();
  catch_timestamps();
  OMC_ASSERT(catch_system_calls());
  open_footprint();
  open_clocks();
  open_history();
  open_stores();
  open_sc_order();
  start_watchdog();
  start_first_thread();
}

}  // namespace

// The thread that ran last comes first, so that the first schedules have few switches.
Alternatives list_alternatives() {
  World& w = world();
  alternative_count = 0;
  add_alternatives(*w.last_thread);
  for (unsigned i = 0; i < w.thread_count; i++)
    if (&w.threads[i] != w.last_thread) add_alternatives(w.threads[i]);
  return {alternatives, alternative_count};
}

void explore_here(void* argument) {
  explored = *static_cast<Body*>(argument);
  checker.program_id = static_cast<int>(raw_syscall(SYS_getppid));
  open_world();
  auto stack = reinterpret_cast<uintptr_t>(checker_memory(search_stack));
  void* nowhere;
  switch_context(&nowhere, make_context(stack + search_stack, search), thread_pointer());
}

const EngineFunctions& engine() {
  if (checker.is_replay || checker.options.engine == Engine::fork) return fork_engine;
  return checker.options.samples() ? sampling_engine : rewind_engine;
}

void begin_stage(unsigned threads) {
  World& w = world();
  if (w.schedule.steps || w.thread_count != 1) return;
  w.staged = true;
  w.threads[0].takes_no_steps = true;
  w.threads[0].number = static_cast<uint16_t>(threads);
  w.next_number = 0;
}

}  // namespace omc
