// The functions that a program calls: omc.h and hooks.h.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include <cstdio>
#include <cstring>

#include "entry/session.h"
#include "entry/summary.h"
#define OMC_INSIDE
#include "omc.h"
#include "omc/hooks.h"
#include "platform/next_definition.h"
#include "races/external_libraries.h"
#include "races/running_step.h"
#include "report/bugs.h"
#include "report/coverage.h"
#include "search/explore.h"
#include "search/passes.h"
#include "sharing/instrumented_code.h"
#include "snapshot/pages.h"
#include "steps/hook.h"
#include "steps/invisible_steps.h"
#include "steps/reduction.h"
#include "steps/step.h"
#include "sync/join.h"
#include "sync/paper_semaphore.h"
#include "sync/spurious.h"
#include "threads/fiber.h"
#include "threads/scheduler.h"
#include "world/assumptions.h"
#include "world/border.h"
#include "world/counters.h"
#include "world/current.h"
#include "world/events.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

using namespace omc;

namespace {

constexpr size_t stage_stack = 8 << 20;

struct StageEntry {
  void (*fn)(void*);
  void* arg;
};

void* run_stage_entry(void* argument) {
  StageEntry entry = *static_cast<StageEntry*>(argument);
  entry.fn(entry.arg);
  return nullptr;
}

// Dormant: with kernel threads.
void run_real_threads(int n, StageEntry* entries) {
  auto* threads = static_cast<pthread_t*>(malloc(static_cast<size_t>(n) * sizeof(pthread_t)));
  for (int i = 0; i < n; i++) pthread_create(&threads[i], nullptr, run_stage_entry, &entries[i]);
  for (int i = 0; i < n; i++) pthread_join(threads[i], nullptr);
  free(threads);
}

void check_semaphore(int i) {
  if (i < 0 || i >= static_cast<int>(max_semaphores)) {
    found_misuse("a semaphore's number must be 0 to 255", nullptr);
    leave(Stop::abandoned);
  }
}

bool set_options(const omc_options* asked, Options& options, char* error, size_t capacity) {
  options.jobs = 1;
  options.every_statement = true;  // the program may be instrumented in part
  if (!asked) return true;
  auto set = [&](const char* key, const char* value) {
    return !value || set_option(key, value, options, error, capacity);
  };
  bool fine = set("search", asked->search) && set("granularity", asked->granularity) &&
              set("check", asked->check);
  if (asked->jobs > 0) options.jobs = static_cast<uint32_t>(asked->jobs);
  if (asked->max_steps) options.max_steps = asked->max_steps;
  if (asked->max_executions) options.max_executions = asked->max_executions;
  if (asked->max_states) options.max_states = asked->max_states;
  return fine && (!asked->more || parse_options(asked->more, options, error, capacity));
}

void fill_result(const Run& run, omc_result& result) {
  result.executions = run.stats.executions;
  result.states = run.stats.states;
  result.steps = run.stats.steps;
  result.hooks = run.stats.hooks;
  result.outcomes = run.outcome_count;
  result.bugs = static_cast<int>(run.bug_count.load());
  if (!run.bug_count) {
    if (run.incomplete_detail)
      strncpy(result.message, at<char>(run, run.incomplete_detail), sizeof result.message - 1);
    return;
  }
  const BugRecord& bug = run.bugs[0];
  strncpy(result.kind, bug_kind_names[static_cast<int>(bug.kind)], sizeof result.kind - 1);
  strncpy(result.message, bug_text(run, bug), sizeof result.message - 1);
  size_t n = format_schedule(at<Stretch>(run, bug.schedule), bug.schedule_stretches,
                             result.schedule, sizeof result.schedule);
  if (n >= sizeof result.schedule) result.schedule[0] = 0;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void omc_hook_at(const char* file, unsigned line, unsigned column) {
  Entry entry;
  if (!entry) return;
  refute(Assumption::invisible_statements);
  record_site();
  Place place{file, line, column, __builtin_return_address(0)};
  cover(place);
  hook(place);
}

// A hook that may be passed, because the compiler announces every visible operation. Whether the
// thread passes or stops, it leaves the same bytes below the stack pointer. The program may copy
// them as padding, for example in a short std::string, and equal states would then differ.
void omc_pass_hook_at(const char* file, unsigned line, unsigned column) {
  Entry entry;
  if (!entry) return;
  Place place{file, line, column, __builtin_return_address(0)};
  cover(place);
  if (!pass_hook(place)) {
    clear_below();
    record_site();
    hook(place);
  }
}

// External code follows, whose accesses are not recorded. The stack below is cleared as above.
void omc_external() {
  Entry entry;
  if (entry) stop_at_deferred_hook(), record_visible_effect();
}

void omc_external_return(const void* to) {
  bool seen = is_instrumented(reinterpret_cast<uintptr_t>(to));
  clear_a_little_below();
  Entry entry;
  if (seen || !entry || ends_thread(reinterpret_cast<uintptr_t>(to))) return;
  enter_library(reinterpret_cast<uintptr_t>(to));
}
void omc_external_call(const void* callee) {
  Entry entry;
  bool seen = !entry || is_instrumented_function(reinterpret_cast<uintptr_t>(callee));
  clear_a_little_below();
  if (!seen) enter_library(reinterpret_cast<uintptr_t>(callee));
}
void omc_external_named(const char* callee) {
  Entry entry;
  bool seen = !entry || is_instrumented_function(callee);
  clear_a_little_below();
  if (!seen) enter_library(callee);
}

void omc_external_memory() {
  Entry entry;
  if (entry)
    refute(Assumption::invisible_statements), stop_at_deferred_hook(), record_visible_effect();
}

void omc_external_assembly() {
  Entry entry;
  if (entry) refute(Assumption::invisible_statements), enter_assembly();
}

int omc_weak_fails(const void* object) {
  int fails = entered() && fails_spuriously(object);
  clear_a_little_below();
  return fails;
}

void omc_undefined(const char* what) {
  Entry entry;
  if (!entry) return;
  static CallStack stack;
  walk_stack(current_thread(), reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
             *static_cast<const uintptr_t*>(__builtin_frame_address(0)), stack);
  Finding finding{BugKind::undefined, what};
  finding.stack = &stack;
  found(finding);
}

void omc_done_at(char*) {
  if (entered()) happened(Op::done, nullptr);
}

void omc_hook() {
  if (!entered()) return;
  Place place = current_thread().place;
  place.pc = __builtin_return_address(0);
  hook(place);
}

void omc_done() {
  if (!entered()) return;
  stop_at_deferred_hook();
  current_thread().done = true;
  allow_no_hooks();
  happened(Op::done, nullptr);
}

void omc_sem_init(int i, int up) {
  if (!entered()) return;
  check_semaphore(i);
  set_semaphore(static_cast<unsigned>(i), up);
}

void omc_up(int i) {
  if (!entered()) return;
  check_semaphore(i);
  raise_semaphore(static_cast<unsigned>(i));
}

void omc_down(int i) {
  if (!entered()) return;
  check_semaphore(i);
  lower_semaphore(static_cast<unsigned>(i));
}

void omc_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (entered())
    return found(
        {BugKind::assertion, expression, nullptr, 0, {file, line, 0, __builtin_return_address(0)}});
  print("omc: ", file, ":", line, ": ", function, ": assertion failed: ", expression, "\n");
  abort();
}

void omc_abandon() {
  if (entered()) leave(Stop::abandoned);
}

int omc_choose(int n) {
  if (!entered() || n <= 1) return 0;
  if (n > static_cast<int>(max_outcomes)) {
    found_misuse("omc_choose has room for 4096 values", nullptr);
    n = static_cast<int>(max_outcomes);
  }
  unsigned chosen = point(Op::choose, nullptr, 0, static_cast<unsigned>(n));
  happened(Op::choose, nullptr, chosen);
  return static_cast<int>(chosen);
}

void omc_invariant(int (*fn)(void*), void* arg) {
  if (!entered()) return;
  World& w = world();
  if (w.invariant_count == max_invariants)
    return found_misuse("there is room for 16 invariants", nullptr);
  refute(Assumption::invisible_statements);  // it must hold after each of them
  w.invariants[w.invariant_count++] = {fn, arg};
}

void omc_run_threads(int n, void (*const fns[])(void*), void* const args[]) {
  if (n <= 0) return;
  auto* entries = static_cast<StageEntry*>(malloc(static_cast<size_t>(n) * sizeof(StageEntry)));
  if (!entries) abort();
  for (int i = 0; i < n; i++) entries[i] = {fns[i], args ? args[i] : nullptr};
  if (!entered()) {
    run_real_threads(n, entries);
  } else {
    begin_stage(static_cast<unsigned>(n));
    for (int i = 0; i < n; i++) {
      Thread* thread = make_thread(run_stage_entry, &entries[i], stage_stack);
      if (!thread) {
        stop_incomplete(Incomplete::threads, "an execution has more than 4095 threads");
        leave(Stop::limit);
      }
      start_thread(*thread);
    }
    if (current_thread().takes_no_steps) world().next_number++;
    wait_for_all_others();
  }
  free(entries);
}

int omc_explore(const omc_options* asked, void (*fn)(void*), void* arg, omc_result* result) {
  if (result) memset(result, 0, sizeof *result);
  int verdict = 2;
  char error[256] = "omc_explore cannot be called while exploring";
  Options options;
  if (!checker.exploring && set_options(asked, options, error, sizeof error)) {
    static bool prepared;
    if (!prepared) prepare_threads(), prepared = true;
    Checker before = checker;
    fflush(
        nullptr);  // or what is in the buffers now would be printed by each process that explores
    checker.options = options;
    checker.run = make_run(options, Mode::check);
    explore({fn, arg});
    verdict = verdict_of(*checker.run);
    if (result) fill_result(*checker.run, *result);
    drop_run(checker.run);
    checker = before;
  } else if (result) {
    strncpy(result->message, error, sizeof result->message - 1);
  }
  if (result) result->verdict = verdict;
  return verdict;
}

void omc_atomic_begin() {
  if (!entered()) return;
  stop_at_deferred_hook();
  current_thread().atomic_depth++;
  allow_no_hooks();
}

void omc_atomic_end() {
  if (!entered() || !current_thread().atomic_depth) return;
  current_thread().atomic_depth--;
  allow_hooks();
}

void omc_ignore(const void* p, size_t n) {
  if (!entered()) return;
  World& w = world();
  if (w.ignored_count == max_ignored) return;
  auto begin = reinterpret_cast<uintptr_t>(p);
  make_range_writable(begin, n);
  refute(Assumption::whole_sections);
  w.ignored[w.ignored_count++] = {begin, begin + n};
}

void omc_name(const void* p, const char* name) {
  if (!entered()) return;
  World& w = world();
  if (w.name_count == max_names) return;
  ProgramName& given = w.names[w.name_count++];
  given.address = p;
  strncpy(given.name, name, sizeof given.name - 1);
}

}  // extern "C"
