#include "search/fair_run.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "kernel/syscalls.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "races/co_enabled_races.h"
#include "report/bugs.h"
#include "search/pass.h"
#include "search/watchdog.h"
#include "world/counters.h"
#include "world/current_schedule.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t times_longer = 10, least_fair_steps = 1'000'000;
constexpr unsigned turns[] = {1, 1, 4, 32, 256};  // lengths of turns, in steps

// The result of a fair run, as its exit status.
enum class Ending : int { unknown, found, not_found };

bool in_fair_run;
uint64_t most_steps, most_stretches;
unsigned turn_of, turn_left;
uint64_t random_state;

unsigned random_below(unsigned n) {
  OMC_ASSERT(n > 0);
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>((random_state >> 33) % n);
}

void become_fair_run(long parent) {
  raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw_syscall(SYS_getppid) != parent) exit_process(0);
  OMC_ASSERT(catch_system_calls());
  start_watchdog();
  leave_pool_to_parent();
  counters = {};
  const ScheduleEnd& path = world().schedule;
  uint64_t longer = times_longer * checker.options.max_steps;
  most_steps = path.steps + (longer > least_fair_steps ? longer : least_fair_steps);
  most_stretches = path.stretches + most_fair_run_switches;
  in_fair_run = checker.reads_newest = true;
}

[[noreturn]] void end_with(Ending ending) { exit_process(static_cast<int>(ending)); }

void end_long_fair_run() {
  const ScheduleEnd& path = world().schedule;
  if (checker.run->stop) end_with(Ending::unknown);
  if (path.steps >= most_steps || path.stretches >= most_stretches) end_with(Ending::not_found);
}

Ending wait_for_fair_run(long pid) {
  int status = 0;
  while (raw_syscall(SYS_wait4, pid, as_long(&status), 0, 0) == -EINTR) {
  }
  return WIFEXITED(status) ? static_cast<Ending>(WEXITSTATUS(status)) : Ending::unknown;
}

// Returns in the copy as well, with in_fair_run set. The copy cannot wait for child processes of
// the program, and would consume their output.
Ending find_ending() {
  if (world().has_children) return Ending::unknown;
  long parent = raw_syscall(SYS_getpid);
  long pid = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) become_fair_run(parent);
  return pid <= 0 ? Ending::unknown : wait_for_fair_run(pid);
}

// A replay reaches a livelock at the end of its schedule. A bug found by a fair run has a longer
// schedule.
bool is_at_limit() {
  // Passed statements take little time, so a hundred of them count as one step.
  constexpr uint64_t passed_per_step = 100;
  uint64_t steps = world().schedule.steps, taken = world().steps_taken;
  bool is_over = taken + (steps - taken) / passed_per_step >= checker.options.max_steps;
  return is_over && (!checker.is_replay || steps >= checker.run->schedule_length);
}

void report_limit(Ending ending) {
  static char text[512];
  describe_place(ending == Ending::found
                     ? "cut at --max-steps, though under a fair scheduler it would end"
                     : "cut at --max-steps",
                 *world().last_thread, text, sizeof text);
  stop_incomplete(Incomplete::steps, text);
}

// One step may start many threads. A short execution has few.
bool has_too_many_threads() {
  return pass.cuts_long_executions && world().thread_count > checker.options.max_steps;
}

}  // namespace

bool too_long() {
  if (in_fair_run) return end_long_fair_run(), false;
  if (has_too_many_threads()) return true;
  if (!is_at_limit()) return false;
  if (pass.cuts_long_executions) return true;
  bool is_asked = checker.options.checks_for(BugKind::livelock);
  Ending ending = checker.is_replay ? Ending::not_found
                  : is_asked        ? find_ending()
                                    : Ending::unknown;
  if (in_fair_run) return false;
  if (checker.run->stop && ending == Ending::unknown)
    return true;  // another process has stopped the search
  if (is_asked && ending == Ending::not_found)
    record_bug(
        *world().last_thread,
        {BugKind::livelock,
         "the execution is longer than --max-steps, and does not end under a fair scheduler"});
  else if (!checker.options.samples())  // a sample is INCOMPLETE whatever else happens
    report_limit(ending);
  return true;
}

bool is_fair_run() { return in_fair_run; }

// Random threads with turns of random length. Some programs end only when threads alternate, others
// only when one thread runs for long.
Choice next_fair_choice(const Choice* alternatives, unsigned n) {
  world().co_enabled = 0;
  unsigned of_thread = 0, first = 0;
  for (unsigned i = 0; i < n && turn_left; i++)
    if (alternatives[i].thread == turn_of && !of_thread++) first = i;
  if (of_thread) return turn_left--, alternatives[first + random_below(of_thread)];
  Choice choice = alternatives[random_below(n)];
  turn_of = choice.thread;
  turn_left = turns[random_below(sizeof turns / sizeof *turns)] - 1;
  return choice;
}

void end_fair_run() { end_with(Ending::found); }

}  // namespace omc
